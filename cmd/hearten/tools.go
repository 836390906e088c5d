package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"hearten/internal/app"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/staff"
)

type staffCmd struct {
	Create staffCreateCmd `cmd:"" help:"Create an administrator."`
}

type staffCreateCmd struct {
	Email    string `required:"" help:"Email address, the login."`
	Name     string `required:"" help:"Name that others see."`
	Password string `env:"HEARTEN_STAFF_PASSWORD" help:"Password; without one a first password is generated and printed."`
}

// Run adds an administrator to a database that may be empty.
func (s staffCreateCmd) Run(ctx context.Context) error {
	return withApp(ctx, func(a *app.App) error {
		if _, err := a.DB.Migrate(ctx); err != nil {
			return err
		}
		if err := a.Staff.SeedRoles(ctx); err != nil {
			return err
		}
		plain, err := a.Staff.Create(ctx, staff.NewStaff{Email: s.Email, Name: s.Name, Role: access.AdminRole(), Password: s.Password})
		if err != nil {
			return err
		}
		fmt.Println("administrator created:", s.Email)
		if s.Password == "" {
			fmt.Println("first password, to be changed within 7 days:", plain)
		}
		return nil
	})
}

type catalogCmd struct {
	Check catalogCheckCmd `cmd:"" help:"Check a catalogue and change nothing."`
	Apply catalogApplyCmd `cmd:"" help:"Write a catalogue to the database."`
}

type catalogFolder struct {
	Folder string `arg:"" optional:"" type:"existingdir" help:"Folder of YAML files; without one the catalogue inside the binary."`
}

func (f catalogFolder) load() (*catalog.Catalogue, catalog.Origin, error) {
	files, from := catalog.Embedded(), catalog.FromBinary
	if f.Folder != "" {
		files, from = os.DirFS(f.Folder), catalog.FromFolder
	}
	content, err := catalog.Load(files)
	return content, from, err
}

type catalogCheckCmd struct{ catalogFolder }

// Run loads the catalogue; loading checks it.
func (c catalogCheckCmd) Run() error {
	if _, _, err := c.load(); err != nil {
		return err
	}
	fmt.Println("the catalogue is in order")
	return nil
}

type catalogApplyCmd struct{ catalogFolder }

// Run writes the catalogue.
func (c catalogApplyCmd) Run(ctx context.Context) error {
	content, from, err := c.load()
	if err != nil {
		return err
	}
	return withApp(ctx, func(a *app.App) error {
		if _, err := a.DB.Migrate(ctx); err != nil {
			return err
		}
		changes, err := catalog.Apply(ctx, a.DB, content, from, a.Clock.Now())
		if err == nil {
			fmt.Println("catalogue applied:", changes)
		}
		return err
	})
}

type jobsCmd struct {
	Dead jobsDeadCmd `cmd:"" help:"List the jobs that gave up."`
}

type jobsDeadCmd struct{}

// Run prints what gave up and why.
func (jobsDeadCmd) Run(ctx context.Context) error {
	return withInstallation(ctx, func(a *app.App) error {
		dead, err := a.Queue.DeadJobs(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "JOB\tKIND\tATTEMPTS\tENDED\tERROR")
		for _, j := range dead {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", j.ID, j.Kind, j.Attempts, j.FinishedAt.UTC().Format("2006-01-02 15:04:05Z"), j.LastError)
		}
		return w.Flush()
	})
}
