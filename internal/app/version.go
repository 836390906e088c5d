package app

import "runtime/debug"

// version is set when a release is built: -ldflags "-X hearten/internal/app.version=1.2.3".
var version string

// Version tells which build this is.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
