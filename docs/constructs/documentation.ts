// The pages in which Citus, YugabyteDB and CockroachDB say what they lack, at the commits that were read.

/** The day on which the pages were read. */
export const READ_ON = '2026-11-27'

export type Engine = 'citus' | 'yugabyte' | 'cockroach'

export const ENGINES: Readonly<Record<Engine, { title: string; pages: string }>> = {
  citus: {
    title: 'Citus 13.0',
    pages: 'https://github.com/citusdata/citus_docs/blob/74f978bccea9e64e744b117e3778820f8cc54a3a/',
  },
  yugabyte: {
    title: 'YugabyteDB stable (2025.1)',
    pages: 'https://github.com/yugabyte/yugabyte-db/blob/',
  },
  cockroach: {
    title: 'CockroachDB 26.2',
    pages:
      'https://github.com/cockroachdb/docs/blob/79e9a5d03f4b01203131e71af49a6f2eaae9ff63/src/current/',
  },
}

const YUGABYTE = 'docs/content/stable'

/** Files below `pages`. Those of YugabyteDB were stored at a commit each. */
export const PAGES = {
  citusTriggers: 'extra/triggers.rst',
  citusTables: 'develop/reference_ddl.rst',
  citusLimits: 'develop/reference_workarounds.rst',
  citusExtensions: 'admin_guide/cluster_management.rst',
  citusSearch: 'articles/faceted_search.rst',
  citusInserts: 'develop/reference_dml.rst',
  citusFunctions: 'develop/api_udf.rst',
  yugabyteCompatibility: `117d5e83f177c9b306f448f1155655d400de0e53/${YUGABYTE}/reference/configuration/postgresql-compatibility.md`,
  yugabyteFeatures: `221daa29e51485dbaac11224fa15a741bfea4ed9/${YUGABYTE}/api/ysql/sql-feature-support.md`,
  yugabyteTriggers: `175bd0797ceb7a0ec8dbc93a9b33630401ee256a/${YUGABYTE}/api/ysql/the-sql-language/statements/ddl_create_trigger.md`,
  yugabyteLocks: `01c555de4cca337447c19321df63a2658cd2b159/${YUGABYTE}/explore/transactions/explicit-locking.md`,
  yugabyteExtensions: `04737d94cfa07e7e805b4daf9101a52655b62b4f/${YUGABYTE}/additional-features/pg-extensions/_index.md`,
  yugabyteMigration: `6f77fa3788e3dac25887e7820806d16d02691b4b/${YUGABYTE}/yugabyte-voyager/known-issues/postgresql.md`,
  cockroachUnsupported: '_includes/v26.2/sql/unsupported-postgres-features.md',
  cockroachFeatures: 'v26.2/sql-feature-support.md',
  cockroachTriggers: '_includes/v26.2/known-limitations/trigger-limitations.md',
  cockroachFunctions: '_includes/v26.2/known-limitations/plpgsql-limitations.md',
  cockroachIndexes: 'v26.2/create-index.md',
  cockroachTrigrams: '_includes/v26.2/known-limitations/trigram-unsupported-syntax.md',
  cockroachText: '_includes/v26.2/known-limitations/full-text-search-unsupported.md',
  cockroachLocks: 'v26.2/select-for-update.md',
  cockroachTables: 'v26.2/create-table.md',
  cockroachKeys: 'v26.2/foreign-key.md',
  cockroachInserts: 'v26.2/insert.md',
} as const

type Page = keyof typeof PAGES

/** What a page says; without a page, no page that was read mentions it. */
type Statement = readonly [text: string, page: Page] | 'not documented'

export interface Construct {
  name: string
  /** Finds its uses in the SQL of a source file. */
  pattern: RegExp
  says: Readonly<Record<Engine, Statement>>
}
