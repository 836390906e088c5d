package app

import (
	"context"

	"hearten/internal/catalog"
)

// Prepare brings what is stored up to date: schema, roles, catalogue and the
// first administrator. Several replicas may do so at once.
func (a *App) Prepare(ctx context.Context) error {
	applied, err := a.DB.Migrate(ctx)
	if err != nil {
		return err
	}
	if applied > 0 {
		a.Log.Info("schema migrated", "migrations", applied)
	}
	if err := a.applyCatalogue(ctx); err != nil {
		return err
	}
	if err := a.Media.EnqueueArtwork(ctx); err != nil {
		return err
	}
	created, err := a.Staff.Prepare(ctx, a.Config.AdminEmail, a.Config.AdminPassword)
	if err != nil {
		return err
	}
	if created {
		a.Log.Info("first administrator created")
	}
	return nil
}

// applyCatalogue puts the binary's catalogue in place, unless someone applied
// one of their own.
func (a *App) applyCatalogue(ctx context.Context) error {
	from, err := catalog.AppliedFrom(ctx, a.DB)
	if err != nil || from == catalog.FromFolder {
		return err
	}
	content, err := catalog.LoadEmbedded()
	if err != nil {
		return err
	}
	changes, err := catalog.Apply(ctx, a.DB, content, catalog.FromBinary, a.Clock.Now())
	if err == nil {
		a.Log.Debug("catalogue applied", "changes", changes.String())
	}
	return err
}
