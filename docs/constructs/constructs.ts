// The PostgreSQL constructs that migrations and statements use, and what three distributed databases say of them.
import type { Construct } from './documentation.ts'

const NOT = 'not documented'

export const CONSTRUCTS: readonly Construct[] = [
  {
    name: 'triggers for rows',
    pattern: /\bfor each row\b/gi,
    says: {
      citus: ['no, on distributed tables', 'citusTriggers'],
      yugabyte: ['yes', 'yugabyteTriggers'],
      cockroach: ['yes, without `update of` columns', 'cockroachTriggers'],
    },
  },
  {
    name: 'triggers for statements, and their transition tables',
    pattern: /\bfor each statement\b/gi,
    says: {
      citus: ['no, on distributed tables', 'citusTriggers'],
      yugabyte: ['no `referencing`', 'yugabyteCompatibility'],
      cockroach: ['no', 'cockroachTriggers'],
    },
  },
  {
    name: 'constraint triggers',
    pattern: /\bcreate constraint trigger\b/gi,
    says: {
      citus: ['no, on distributed tables', 'citusTriggers'],
      yugabyte: ['no', 'yugabyteCompatibility'],
      cockroach: NOT,
    },
  },
  {
    name: 'deferred constraints',
    pattern: /\bdeferrable initially deferred\b/gi,
    says: {
      citus: NOT,
      yugabyte: ['foreign keys only, partly', 'yugabyteFeatures'],
      cockroach: ['no', 'cockroachKeys'],
    },
  },
  {
    name: 'functions in PL/pgSQL',
    pattern: /\blanguage plpgsql\b/gi,
    says: {
      citus: ['yes', 'citusFunctions'],
      yugabyte: ['yes, without `%TYPE`', 'yugabyteCompatibility'],
      cockroach: ['no `perform`, `record` variables, `raise … constraint`', 'cockroachFunctions'],
    },
  },
  {
    name: 'GiST indexes',
    pattern: /\busing gist\b/gi,
    says: {
      citus: NOT,
      yugabyte: ['no', 'yugabyteFeatures'],
      cockroach: ['spatial and trigram indexes only', 'cockroachIndexes'],
    },
  },
  {
    name: 'GIN indexes',
    pattern: /\busing gin\b/gi,
    says: {
      citus: ['yes', 'citusSearch'],
      yugabyte: ['yes, of one column', 'yugabyteCompatibility'],
      cockroach: ['yes', 'cockroachFeatures'],
    },
  },
  {
    name: 'full-text search',
    pattern: /\bto_tsvector\(/gi,
    says: {
      citus: ['yes', 'citusSearch'],
      yugabyte: ['yes (`tsvector`)', 'yugabyteFeatures'],
      cockroach: ['in part', 'cockroachText'],
    },
  },
  {
    name: '`word_similarity` of trigrams',
    pattern: /'word_similarity'/gi,
    says: {
      citus: ['yes, as an extension', 'citusExtensions'],
      yugabyte: ['yes (`pg_trgm`)', 'yugabyteExtensions'],
      cockroach: ['no', 'cockroachTrigrams'],
    },
  },
  {
    name: 'extensions: `pg_trgm`, `cube`, `btree_gist`',
    pattern: /\bcreate extension (?:if not exists )?\w+/gi,
    says: {
      citus: ['yes', 'citusExtensions'],
      yugabyte: ['not `btree_gist`', 'yugabyteExtensions'],
      cockroach: ['not these', 'cockroachFeatures'],
    },
  },
  {
    name: 'advisory locks',
    pattern: /\bpg_(?:try_)?advisory_\w*lock\w*\(/gi,
    says: {
      citus: NOT,
      yugabyte: ['from 2.25.1 on, by flags', 'yugabyteLocks'],
      cockroach: ['no: some functions do nothing', 'cockroachUnsupported'],
    },
  },
  {
    name: '`listen` and `notify`',
    pattern: /`listen |\bpg_notify\(/gi,
    says: { citus: NOT, yugabyte: ['no', 'yugabyteCompatibility'], cockroach: NOT },
  },
  {
    name: 'row locks: `for update`',
    pattern: /\bfor (?:no key )?update\b|\.forUpdate\(|\.forNoKeyUpdate\(/gi,
    says: {
      citus: ['in queries of one shard', 'citusLimits'],
      yugabyte: ['yes', 'yugabyteLocks'],
      cockroach: ['yes; `no key` is not documented', 'cockroachLocks'],
    },
  },
  {
    name: '`skip locked`',
    pattern: /\bskip locked\b|\.skipLocked\(/gi,
    says: { citus: NOT, yugabyte: NOT, cockroach: ['yes', 'cockroachLocks'] },
  },
  {
    name: 'table locks: `lock table`',
    pattern: /\block table\b/gi,
    says: {
      citus: NOT,
      yugabyte: ['no; a preview from 2025.1.1 on', 'yugabyteLocks'],
      cockroach: NOT,
    },
  },
  {
    name: '`on conflict`',
    pattern: /\bon conflict\b|\.onConflict\(/gi,
    says: {
      citus: ['yes', 'citusInserts'],
      yugabyte: ['yes', 'yugabyteFeatures'],
      cockroach: ['yes', 'cockroachInserts'],
    },
  },
  {
    name: 'foreign keys',
    pattern: /\breferences \w+/gi,
    says: {
      citus: ['within a distributed schema', 'citusLimits'],
      yugabyte: ['yes', 'yugabyteFeatures'],
      cockroach: ['yes', 'cockroachKeys'],
    },
  },
  {
    name: 'unique indexes and constraints',
    pattern: /\bcreate unique index\b|\bunique \(/gi,
    says: {
      citus: ['with the distribution column', 'citusTables'],
      yugabyte: ['yes', 'yugabyteFeatures'],
      cockroach: ['yes', 'cockroachFeatures'],
    },
  },
  {
    name: 'system columns: `ctid`, `xmin`, `xmax`',
    pattern: /\bctid\b|\bxmax\b|'xmin'/gi,
    says: { citus: NOT, yugabyte: ['no', 'yugabyteMigration'], cockroach: NOT },
  },
  {
    name: 'transaction ids',
    pattern: /\bpg_current_xact_id\(/gi,
    says: { citus: NOT, yugabyte: ['no', 'yugabyteCompatibility'], cockroach: NOT },
  },
  {
    name: 'unlogged tables',
    pattern: /\bcreate unlogged table\b/gi,
    says: {
      citus: NOT,
      yugabyte: ['accepted from 2024.2 on', 'yugabyteMigration'],
      cockroach: ['accepted, without effect', 'cockroachTables'],
    },
  },
  {
    name: 'generated columns',
    pattern: /\bgenerated always as\s*\(/gi,
    says: {
      citus: NOT,
      yugabyte: ['from 2025.1 on', 'yugabyteMigration'],
      cockroach: ['yes', 'cockroachFeatures'],
    },
  },
  {
    name: 'identity columns',
    pattern: /\bgenerated always as identity\b/gi,
    says: {
      citus: ['as `bigint`', 'citusLimits'],
      yugabyte: NOT,
      cockroach: ['yes', 'cockroachTables'],
    },
  },
]
