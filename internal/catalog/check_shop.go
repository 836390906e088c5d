package catalog

// What the App knows of mascots and of the shop's shelves.
const maxMascot = 4

var subcategories = map[int]int{Furniture: 7, Costume: 1, Character: 1}

func checkMascots(c *Catalogue) Faults {
	var f Faults
	used, numbers := keys{}, map[int]Place{}
	for _, m := range c.Mascots {
		used.check(&f, m.Place, m.Key)
		f.checkRange(m.Place, "number", m.Number, 1, maxMascot)
		checkOnce(&f, numbers, m.Place, "number", m.Number)
		f.checkLeast(m.Place, "coin", m.Coin, 0)
	}
	return f
}

func checkItems(c *Catalogue) Faults {
	var f Faults
	used, animations := keys{}, map[Animation]Place{}
	mascots := map[int]bool{}
	for _, m := range c.Mascots {
		mascots[m.Number] = true
	}
	for _, i := range c.Items {
		used.check(&f, i.Place, i.Key)
		if most, known := subcategories[i.Category]; known {
			f.checkRange(i.Place, "subcategory", i.Subcategory, 1, most)
		} else {
			f.add(i.Place, "category %d must be 1, 2 or 3", i.Category)
		}
		f.checkLeast(i.Place, "coin", i.Coin, 0)
		checkOnce(&f, animations, i.Place, "animation", i.Animation)
		switch character := i.Category == Character; {
		case character && i.Mascot == nil:
			f.add(i.Place, "an item of category %d must name its mascot", Character)
		case !character && i.Mascot != nil:
			f.add(i.Place, "only an item of category %d names a mascot", Character)
		case character && !mascots[*i.Mascot]:
			f.add(i.Place, "mascot %d is not known", *i.Mascot)
		}
	}
	return f
}

func checkVouchers(c *Catalogue) Faults {
	var f Faults
	used := keys{}
	for _, v := range c.Vouchers {
		used.check(&f, v.Place, v.Key)
		f.checkRange(v.Place, "level", v.Level, 1, len(c.Levels))
		if v.ValidDays != nil {
			f.checkLeast(v.Place, "validDays", *v.ValidDays, 1)
		}
	}
	return f
}
