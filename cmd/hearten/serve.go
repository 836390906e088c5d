package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"hearten/internal/app"
)

type serveCmd struct{}

func (serveCmd) Run(ctx context.Context) (err error) {
	c, err := app.LoadConfig(environ())
	if err != nil {
		return err
	}
	tidy, err := app.UseTempFolder(c.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tidy()) }()
	a, err := app.Open(ctx, c, app.Parts{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if err := a.Prepare(ctx); err != nil {
		return err
	}
	return a.Run(ctx, os.Stdout)
}

type migrateCmd struct{}

func (migrateCmd) Run(ctx context.Context) error {
	return withApp(ctx, func(a *app.App) error {
		applied, err := a.DB.Migrate(ctx)
		if err == nil {
			fmt.Println("migrations applied:", applied)
		}
		return err
	})
}

// withApp opens the product for a command and closes it again.
func withApp(ctx context.Context, use func(*app.App) error) (err error) {
	c, err := app.LoadToolConfig(environ())
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, c, app.Parts{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return use(a)
}

// withInstallation is withApp for commands that need one to be there: a wrong
// folder is said so and does not become a new installation.
func withInstallation(ctx context.Context, use func(*app.App) error) error {
	c, err := app.LoadToolConfig(environ())
	if err != nil {
		return err
	}
	if c.DatabaseURL == "" {
		if err := checkDatabase(c.Data); err != nil {
			return fmt.Errorf("%w; is HEARTEN_DATA right?", err)
		}
	}
	return withApp(ctx, func(a *app.App) error {
		version, err := a.DB.Version(ctx, a.DB)
		if err != nil {
			return err
		}
		if version == 0 {
			return errors.New("the database is empty: is HEARTEN_DATABASE_URL or HEARTEN_DATA right? The first start of a server fills it")
		}
		if err := a.DB.SchemaCurrent(ctx); err != nil {
			return err
		}
		return use(a)
	})
}

type openapiCmd struct{}

// Run needs a built router but no database worth keeping.
func (openapiCmd) Run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "hearten-openapi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	vars := environ()
	vars["HEARTEN_DATA"] = folder
	delete(vars, "HEARTEN_DATABASE_URL")
	c, err := app.LoadToolConfig(vars)
	if err != nil {
		return err
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://" + c.Addr
	}
	a, err := app.Open(ctx, c, app.Parts{})
	if err != nil {
		return err
	}
	doc, err := a.Router.Document()
	if err == nil {
		_, err = fmt.Println(string(doc))
	}
	return errors.Join(err, a.Close())
}
