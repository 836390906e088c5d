// Command hearten is the whole product in one binary: the server and the tools
// to run it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"hearten/internal/app"
)

type cli struct {
	Serve     serveCmd     `cmd:"" help:"Serve the API."`
	Migrate   migrateCmd   `cmd:"" help:"Bring the database schema up to date."`
	Staff     staffCmd     `cmd:"" help:"Staff accounts."`
	Catalog   catalogCmd   `cmd:"" help:"The catalogue of districts, missions, shop, lessons and more."`
	Jobs      jobsCmd      `cmd:"" help:"The job queue."`
	Backup    backupCmd    `cmd:"" help:"Write an archive of the database and the files."`
	BackupKey backupKeyCmd `cmd:"" help:"Make a pair of keys for encrypted archives."`
	Restore   restoreCmd   `cmd:"" help:"Fill an empty installation from an archive, or check one."`
	Copydb    copydbCmd    `cmd:"" help:"Copy the database to an empty one of either engine."`
	Doctor    doctorCmd    `cmd:"" help:"Look the installation over and say what is wrong."`
	Demo      demoCmd      `cmd:"" help:"Fill an empty development installation with a believable programme."`
	Openapi   openapiCmd   `cmd:"" help:"Print the OpenAPI document."`
	Version   versionCmd   `cmd:"" help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	parser := kong.Parse(&cli{},
		kong.Name("hearten"),
		kong.Description("The backend of a community mental-health programme. Settings come from the environment; docs/operations.md lists them."),
		kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)))
	if err := parser.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "hearten:", err)
		stop()
		os.Exit(1)
	}
}

type versionCmd struct{}

func (versionCmd) Run() error {
	fmt.Println("hearten", app.Version())
	return nil
}

func environ() map[string]string {
	vars := map[string]string{}
	for _, line := range os.Environ() {
		name, value, _ := strings.Cut(line, "=")
		vars[name] = value
	}
	return vars
}
