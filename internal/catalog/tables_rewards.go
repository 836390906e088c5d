package catalog

import "strconv"

func mascotRows(c *Catalogue) (rows []row) {
	for _, m := range c.Mascots {
		rows = append(rows, newRow("mascot", m.Key,
			column{"key", m.Key},
			column{"number", m.Number},
			column{"name", m.Name},
			column{"coin", m.Coin},
		))
	}
	return rows
}

func itemRows(c *Catalogue) (rows []row) {
	for _, i := range c.Items {
		var mascot any
		if i.Mascot != nil {
			mascot = *i.Mascot
		}
		rows = append(rows, newRow("item", i.Key,
			column{"key", i.Key},
			column{"name", i.Name},
			column{"category", i.Category},
			column{"subcategory", i.Subcategory},
			column{"mascot_number", mascot},
			column{"coin", i.Coin},
			column{"animation_input", i.Animation.Input},
			column{"animation_value", i.Animation.Value},
			column{"birthday", i.Birthday},
			column{"saleable", i.Saleable},
			column{"published_at", i.PublishedAt.Start()},
			column{"ordering", i.Order},
		))
	}
	return rows
}

func voucherRows(c *Catalogue) (rows []row) {
	for i, v := range c.Vouchers {
		rows = append(rows, newRow("voucher", v.Key,
			column{"key", v.Key},
			column{"name", v.Name},
			column{"description", v.Description},
			column{"price_tag", v.PriceTag},
			column{"level", v.Level},
			column{"valid_days", c.ValidDays(v)},
			column{"ordering", i + 1},
		))
	}
	return rows
}

func missionRows(c *Catalogue) (rows []row) {
	for _, m := range c.Missions {
		rows = append(rows, newRow("mission", m.Key,
			column{"key", m.Key},
			column{"name", m.Name},
			column{"type", m.Type},
			column{"event", string(m.Event)},
			column{"target", m.Target},
			column{"link", m.Link},
			column{"period", string(m.Period)},
			column{"starts_on", m.From},
			column{"ends_on", m.To},
			column{"coin", m.Reward.Coin},
			column{"exp", m.Reward.Exp},
			column{"token", m.Reward.Token},
			column{"ordering", m.Order},
		))
	}
	return rows
}

func levelRows(c *Catalogue) (rows []row) {
	for _, l := range c.Levels {
		rows = append(rows, newRow("level", strconv.Itoa(l.Level),
			column{"level", l.Level},
			column{"need", l.Need},
		))
	}
	return rows
}
