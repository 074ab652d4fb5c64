// Apollo Client as it comes: its cache knows objects by `__typename` and `id`, and nothing else of ours.
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'

export function createClient(url: string, token: string) {
  return new ApolloClient({
    link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache(),
  })
}
