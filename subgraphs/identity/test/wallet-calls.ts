// Requests for wallet challenges and links, as people send them to the ID service.
import type { SignedChallenge } from '../domain/wallets/wallet-challenge.ts'
import type { IdentityTables } from '../tables.ts'
import type { Person, TestSubgraph } from '#test/subgraph.ts'
import type { TestWallet } from '#test/wallet.ts'

export const CHALLENGE = `mutation ($input: CreateWalletChallengeInput!) {
  createWalletChallenge(input: $input) { message expiresAt }
}`
export const LINK = `mutation ($input: LinkWalletInput!) {
  linkWallet(input: $input) { created wallet { id address chainId linkedAt } }
}`

export interface Linked {
  created: boolean
  wallet: { id: string; address: string; chainId: number; linkedAt: string }
}

/** The calls to a subgraph that a test starts later. */
export function walletCalls(subgraph: () => TestSubgraph) {
  async function challenge(as: Person, { address }: TestWallet, chainId?: number): Promise<string> {
    const variables = { input: { address, chainId } }
    const response = await subgraph().ask(CHALLENGE, { as, variables })
    return response.createWalletChallenge.message as string
  }

  /** The input with the challenge that the wallet has signed. */
  async function signed(
    as: Person,
    wallet: TestWallet,
    chainId?: number,
  ): Promise<SignedChallenge> {
    const message = await challenge(as, wallet, chainId)
    return { message, signature: wallet.sign(message) }
  }

  const link = async (as: Person, input: SignedChallenge) =>
    (await subgraph().ask(LINK, { as, variables: { input } })).linkWallet as Linked

  const linkRefusal = (as: Person, input: SignedChallenge) =>
    subgraph().refusal(LINK, { as, variables: { input } })

  return { challenge, signed, link, linkRefusal }
}

/** The number of the person's open challenges. */
export async function openChallenges(subgraph: TestSubgraph, { id }: Person): Promise<number> {
  const query = subgraph
    .tables<IdentityTables>('identity')
    .selectFrom('walletChallenges')
    .select('number')
    .where('askedBy', '=', id)
  return (await query.execute()).length
}

export const refusal = (reason: string, more: object = {}) => ({
  code: 'VALIDATION_ERROR',
  details: { reason, ...more },
})
export const wrong = (field: string, reason: string) => refusal(reason, { field })
