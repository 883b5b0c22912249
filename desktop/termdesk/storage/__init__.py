"""What stays on this computer between runs: settings, keys, drafts, snapshots, history."""
