package app

import (
	"fmt"

	"hearten/internal/backup/encrypt"
	"hearten/internal/delivery/provider"
	"hearten/internal/platform/config"
)

// LoadConfig reads the environment for a server and names every fault in it.
func LoadConfig(environ map[string]string) (config.Config, error) {
	return config.Load(environ, checkBackupKey, checkProviders)
}

// LoadToolConfig reads the environment for a command that only needs the
// database.
func LoadToolConfig(environ map[string]string) (config.Config, error) {
	return config.LoadTool(environ, checkBackupKey, checkProviders)
}

func checkBackupKey(c *config.Config) []error {
	if c.BackupRecipient == "" {
		return nil
	}
	if _, err := encrypt.ParseRecipient(c.BackupRecipient); err != nil {
		return []error{fmt.Errorf("HEARTEN_BACKUP_RECIPIENT %w", err)}
	}
	return nil
}

func checkProviders(c *config.Config) []error {
	_, faults := provider.FromConfig(c)
	return faults
}
