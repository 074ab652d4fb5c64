// Every REST path of a service has its row of the contract.
import { expect, test } from 'vitest'
import { subgraphs } from '../../subgraphs/index.ts'
import { rows } from './rows.ts'

test('Each route of a service has a row in test/contract', () => {
  const routes = subgraphs.flatMap((subgraph) =>
    (subgraph.routes ?? []).map(
      ({ method, path }) => `${subgraph.name} ${method.toUpperCase()} ${path}`,
    ),
  )
  const described = rows.map(({ service, method, path }) => `${service} ${method} ${path}`)
  expect(routes.filter((route) => !described.includes(route))).toEqual([])
})
