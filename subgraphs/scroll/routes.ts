// The documented paths of the Scroll service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

const SCROLL = `id title author house visibility settlementWeight createdAt`

export const scrollRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/scrolls',
    operation: `query Scrolls(
      $author: ID, $house: String, $since: DateTimeISO, $orderBy: ScrollOrder, $search: String,
      $first: Int!, $offset: Int!
    ) {
      scrolls(
        author: $author, house: $house, since: $since, orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { ${SCROLL} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { author: 'id', house: 'text', since: 'date-time', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'scrolls' },
  },
  {
    method: 'post',
    path: '/api/scrolls',
    operation: `mutation PublishScroll($input: PublishScrollInput!) {
      publishScroll(input: $input) { ${SCROLL} }
    }`,
    response: { form: 'envelope', status: 201 },
  },
  {
    method: 'patch',
    path: '/api/scrolls/:id',
    operation: `mutation EditScroll($id: ID!, $input: EditScrollInput!) {
      editScroll(scrollId: $id, input: $input) { ${SCROLL} editedAt }
    }`,
    response: { form: 'envelope', absentWhenNull: ['editedAt'] },
    documented: { payload: 'EditedScroll' },
  },
  {
    method: 'delete',
    path: '/api/scrolls/:id',
    operation: `mutation WithdrawScroll($id: ID!) {
      withdrawScroll(scrollId: $id) { ${SCROLL} withdrawnAt }
    }`,
    response: { form: 'envelope' },
    documented: { payload: 'WithdrawnScroll' },
  },
  eventsRoute('scrollEvents'),
]
