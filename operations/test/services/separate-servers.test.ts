// The contract with each service on a PostgreSQL server of its own.
import { expect, test } from 'vitest'
import { poolOf, type TestDatabase } from '#test/database.ts'
import { startSeparateServers } from '../support/separate-servers.ts'
import { describeContract } from '../../../test/contract/describe-rows.ts'
import { graphqlAtRouter, restAtService } from '../../../test/contract/ways.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

let servers: TestDatabase

describeContract({
  topology: 'over HTTP',
  execution: 'compiled',
  ways: [restAtService, graphqlAtRouter],
  database: async () => (servers = await startSeparateServers()),
  after() {
    test.each(subgraphs)('the server of $name has no other schema', async ({ name }) => {
      const pool = poolOf({ url: servers.urls![name]! })
      const { rows } = await pool.query(`
        select nspname as schema from pg_namespace
        where nspname !~ '^(pg_|information_schema$|public$)'`)
      await pool.end()
      expect(rows).toEqual([{ schema: name }])
    })
  },
})
