// Command draw draws the pictures of package artwork. go generate runs it in that
// package's folder.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"hearten/internal/catalog"
	"hearten/tools/draw/gallery"
)

const folder = "pictures"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "draw:", err)
		os.Exit(1)
	}
}

func run() error {
	content, err := catalog.Load(catalog.Embedded())
	if err != nil {
		return fmt.Errorf("load catalogue: %w", err)
	}
	// A picture that is no longer drawn must not stay behind.
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for _, d := range gallery.All(content.Missions) {
		picture, err := d.PNG()
		if err != nil {
			return fmt.Errorf("%s: %w", d.Name, err)
		}
		file := filepath.Join(folder, filepath.FromSlash(d.Name)+".png")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			return err
		}
	}
	return nil
}
