// PostgreSQL 15 as Debian packages it.

/** The folder of its programs; PostgreSQL's other tools are in the PATH. */
export const DEBIAN_POSTGRES = process.env.POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'
