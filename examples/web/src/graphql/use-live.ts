// A screen's data: one query, and what keeps it as things are now.
import {
  NetworkStatus,
  type ErrorLike,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import { skipToken, useQuery, useSubscription } from '@apollo/client/react'
import { useOnNews } from './news.tsx'

export interface Live<Data> {
  data: Data | undefined
  /** What the query was refused with, or why the subscription has ended. */
  error: ErrorLike | undefined
  loading: boolean
  reload: () => void
  /** Reads another page of a list, with these variables in place of the query's. */
  fetchMore: (variables: Partial<OperationVariables>) => Promise<unknown>
}

/**
 * Reads the query, and follows the subscription with the same variables. A subscription returns an object of the
 * query, and the cache puts it in its place.
 * @param subscription undefined if News, which the layout follows, keeps everything on the screen up to date
 */
export function useLive<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  subscription: TypedDocumentNode<unknown, NoInfer<Variables>> | undefined,
  variables: NoInfer<Variables>,
): Live<Data> {
  const { networkStatus, ...live } = useRead(query, variables)
  // It begins after the response, which would otherwise take the place of a newer result.
  const isFirst = networkStatus <= NetworkStatus.setVariables
  const { error } = useSubscription(
    (subscription ?? query) as TypedDocumentNode<unknown, Variables>,
    subscription === undefined || isFirst ? skipToken : { variables },
  )
  return { ...live, error: live.error ?? error }
}

/**
 * Reads a list. What it has stays on the screen while it is read with other variables, such as filters.
 * @param news the kinds of events after which it is another list (docs/contract/events.md, "Kinds of events")
 */
export function useList<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
  news: readonly string[] = NONE,
): Live<Data> {
  const { previousData, ...live } = useRead(query, variables)
  const data = live.data ?? previousData
  useOnNews(news, live.reload)
  return { ...live, data, loading: data === undefined && live.loading }
}

const NONE: readonly string[] = []

function useRead<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
) {
  const { refetch, fetchMore, ...read } = useQuery(query, {
    variables,
    // What is known is shown at once, and asked for again: lists have changed meanwhile.
    fetchPolicy: 'cache-and-network',
    // A list that is read again keeps its further pages (cache.ts).
    refetchWritePolicy: 'merge',
    // A field of a service that is away is null, and the rest of the screen is shown.
    errorPolicy: 'all',
  } as useQuery.Options<Data, Variables>)
  const { data, previousData, error, loading, networkStatus } = read
  return {
    data,
    previousData,
    error,
    loading: loading && data === undefined,
    networkStatus,
    reload: () => void refetch(),
    fetchMore: (page: Partial<OperationVariables>) =>
      fetchMore({ variables: page as Partial<Variables> }),
  }
}
