"""Worker processes: started when needed, limited, ended when idle."""
