// The extension that searches need in every database (pg_trgm).

/** Statements name its schema, because services look up names in their own schema only. */
export const TRIGRAM_SCHEMA = 'public'
