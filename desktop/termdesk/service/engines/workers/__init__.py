"""Worker processes: started on demand, limited, ended when idle."""
