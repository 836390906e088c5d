package statistics

import (
	"context"
	"slices"

	"hearten/internal/catalog"
	"hearten/internal/friend"
	"hearten/internal/health"
	"hearten/internal/platform/db"
	"hearten/internal/shop"
)

// How the App shows a mascot that no character of the shop replaces.
const (
	mascotSubcategory = 1 // of characters
	mascotInput       = "mascot"
)

// Of implements friend.Figures.
func (s *Service) Of(ctx context.Context, userID string, want friend.Wanted) (c friend.Counted, err error) {
	if want.Steps {
		steps, err := health.ReadFigures(ctx, s.DB, userID, s.Clock.Now())
		if err != nil {
			return c, err
		}
		c.Steps = periods(steps, func(a health.Amount) float64 { return float64(a.Steps) })
		c.Distance = periods(steps, health.Amount.Km)
		c.Calories = periods(steps, health.Amount.Kcal)
	}
	if want.Map {
		photos, buildings, err := s.countMap(ctx, userID)
		if err != nil {
			return c, err
		}
		c.CheckIns, c.Buildings = float64(photos), float64(buildings)
	}
	if want.Mascots {
		if err := s.countShop(ctx, userID, &c); err != nil {
			return c, err
		}
	}
	if want.Lessons {
		learning, completed, err := s.Lessons.LearnedBy(ctx, s.DB, userID)
		if err != nil {
			return c, err
		}
		c.LessonsLearning, c.LessonsCompleted = float64(learning), float64(completed)
	}
	return c, nil
}

// HasPhysique implements friend.Figures.
func (s *Service) HasPhysique(ctx context.Context, userID string) (bool, error) {
	return health.HasPhysique(ctx, s.DB, userID)
}

func periods(f health.Figures, of func(health.Amount) float64) friend.Periods {
	return friend.Periods{Daily: of(f.Daily), Weekly: of(f.Weekly), Monthly: of(f.Monthly), Yearly: of(f.Yearly)}
}

func (s *Service) countShop(ctx context.Context, userID string, c *friend.Counted) error {
	owned, err := s.Shop.Count(ctx, s.DB, userID)
	if err != nil {
		return err
	}
	c.Mascots, c.Items = float64(owned.Mascots), float64(owned.Items)
	items, err := s.Shop.InUse(ctx, s.DB, userID)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(items, func(i shop.Item) bool { return i.Category == catalog.Character }) {
		if err := s.addMascot(ctx, userID, c); err != nil {
			return err
		}
	}
	for _, i := range items {
		shown := s.Shop.Show(i)
		c.InUse = append(c.InUse, friend.Item{
			ID: shown.ID, Name: shown.Name, CategoryID: shown.CategoryID, SubcategoryID: shown.SubcategoryID, Thumbnail: shown.Thumbnail,
			AnimationInputName: shown.AnimationInputName, AnimationInputValue: float64(shown.AnimationInputValue),
		})
	}
	return nil
}

// addMascot adds the main mascot, which is shown when no character of the shop
// is in use.
func (s *Service) addMascot(ctx context.Context, userID string, c *friend.Counted) error {
	main, err := s.Shop.Main(ctx, s.DB, userID)
	if db.IsNone(err) {
		return nil
	}
	c.InUse = append(c.InUse, friend.Item{
		ID: main.ID, Name: main.Name, CategoryID: catalog.Character, SubcategoryID: mascotSubcategory,
		AnimationInputName: mascotInput, AnimationInputValue: float64(main.Number),
	})
	return err
}
