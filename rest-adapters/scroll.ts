// The documented paths of the Scroll service.
import type { Route } from './route.ts'

const SCROLL = `id title author house visibility settlementWeight createdAt`

export const scrollRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/scrolls',
    operation: `query Scrolls($first: Int!, $offset: Int!) {
      scrolls(first: $first, offset: $offset) {
        nodes { ${SCROLL} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    answer: { form: 'list', name: 'scrolls' },
  },
  {
    method: 'post',
    path: '/api/scrolls',
    operation: `mutation PublishScroll($input: PublishScrollInput!) {
      publishScroll(input: $input) { ${SCROLL} }
    }`,
    answer: { form: 'envelope', status: 201 },
  },
]
