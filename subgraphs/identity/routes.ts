// The documented paths of the ID service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

const PROFILE = `
  identityId: id username displayName house archetype level xp xpToNextLevel createdAt
`
const WALLET = 'id address chainId linkedAt'

export const identityRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/claims',
    operation: `query Claims {
      me {
        identityId: id displayName house archetype level xp
        credentials { type issuedAt }
      }
    }`,
    response: { form: 'bare' },
    documented: {
      payload: 'Claims',
      summary: 'The claims of the caller',
      description: 'The profile and credentials of the caller. NOT_FOUND for a machine client.',
    },
  },
  {
    method: 'get',
    path: '/api/me',
    operation: `query Me { me { ${PROFILE} } }`,
    response: { form: 'envelope' },
    documented: {
      payload: 'Profile',
      summary: 'The profile of the caller',
      description: 'The profile of the caller. NOT_FOUND for a machine client.',
    },
  },
  {
    method: 'get',
    path: '/api/identities',
    operation: `query Identities($search: String!, $first: Int!, $offset: Int!) {
      identities(search: $search, first: $first, offset: $offset) {
        nodes { identityId: id username displayName house archetype level xp createdAt }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { search: 'text' },
    response: { form: 'list', name: 'identities' },
    documented: { payload: 'Person' },
  },
  {
    method: 'patch',
    path: '/api/me',
    operation: `mutation UpdateProfile($input: UpdateProfileInput!) {
      updateProfile(input: $input) { ${PROFILE} bio }
    }`,
    response: { form: 'envelope', absentWhenNull: ['bio'] },
    documented: { payload: 'ProfileWithBio' },
  },
  {
    method: 'patch',
    path: '/api/me/username',
    operation: `mutation UpdateUsername($input: UpdateUsernameInput!) {
      updateUsername(input: $input) { ${PROFILE} }
    }`,
    response: { form: 'envelope' },
    documented: { payload: 'Profile' },
  },
  {
    method: 'get',
    path: '/api/credentials',
    operation: `query Credentials($first: Int!, $offset: Int!) {
      credentials(first: $first, offset: $offset) {
        nodes { id type claims issuedAt }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    response: { form: 'list', name: 'credentials', total: true },
  },
  {
    method: 'post',
    path: '/api/credentials/issue',
    operation: `mutation IssueCredential($input: IssueCredentialInput!) {
      issueCredential(input: $input) { success credentialId issuedAt }
    }`,
    response: { form: 'bare', status: 201 },
  },
  {
    method: 'get',
    path: '/api/wallets',
    operation: `query Wallets($first: Int!, $offset: Int!) {
      wallets(first: $first, offset: $offset) {
        nodes { ${WALLET} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    response: { form: 'list', name: 'wallets' },
  },
  {
    method: 'post',
    path: '/api/wallets/challenge',
    operation: `mutation CreateWalletChallenge($input: CreateWalletChallengeInput!) {
      createWalletChallenge(input: $input) { message expiresAt }
    }`,
    response: { form: 'envelope' },
  },
  {
    method: 'post',
    path: '/api/wallets/link',
    operation: `mutation LinkWallet($input: LinkWalletInput!) {
      linkWallet(input: $input) { created wallet { ${WALLET} } }
    }`,
    response: { form: 'record', record: 'wallet' },
  },
  eventsRoute('identityEvents'),
]
