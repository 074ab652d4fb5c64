// A screen's data: one query, and one subscription that keeps it as things are now.
import { NetworkStatus } from '@apollo/client'
import type { ErrorLike, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { skipToken, useQuery, useSubscription } from '@apollo/client/react'

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
  const { previousData: _, ...live } = useLiveQuery(query, subscription, variables)
  return live
}

/** Reads a list. What it has stays on the screen while it is read with other variables, such as filters. */
export function useList<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Live<Data> {
  const { previousData, ...live } = useLiveQuery(query, undefined, variables)
  const data = live.data ?? previousData
  return { ...live, data, loading: data === undefined && live.loading }
}

function useLiveQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  subscription: TypedDocumentNode<unknown, NoInfer<Variables>> | undefined,
  variables: NoInfer<Variables>,
): Live<Data> & { previousData: Data | undefined } {
  const { data, previousData, error, loading, networkStatus, refetch, fetchMore } = useQuery(
    query,
    {
      variables,
      // What is known is shown at once, and asked for again: lists have changed meanwhile.
      fetchPolicy: 'cache-and-network',
      // A list that is read again keeps its further pages (pages.ts).
      refetchWritePolicy: 'merge',
      // A field of a service that is away is null, and the rest of the screen is shown.
      errorPolicy: 'all',
    } as useQuery.Options<Data, Variables>,
  )
  // It begins after the response, which would otherwise take the place of a newer result.
  const isFirst = networkStatus <= NetworkStatus.setVariables
  const live = useSubscription(
    (subscription ?? query) as TypedDocumentNode<unknown, Variables>,
    subscription === undefined || isFirst ? skipToken : { variables },
  )
  return {
    data,
    previousData,
    error: error ?? live.error,
    loading: loading && data === undefined,
    reload: () => void refetch(),
    fetchMore: (page) => fetchMore({ variables: page as Partial<Variables> }),
  }
}
