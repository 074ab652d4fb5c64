// The ways into an account besides its password, and the choice which of them to keep.
import { ADDRESS, addressQuestion, type AddressChoice } from '../claim/address-question.ts'
import type { AccountProps } from '../account/account-props.ts'
import { describedBy, radio, remarks } from '../field.ts'
import { html, type Content, type Html } from '../html.ts'
import { ago, day } from '../time.ts'

export type KeptKind = 'passkey' | 'wallet' | 'recovery' | 'email' | 'totp'

/** The name of the checkbox that keeps a way in when the password changes. */
export const keepName = (kind: KeptKind, id: string) => `keep-${kind}-${id}`

/** The name of the question about a way in. */
export const answerName = (kind: KeptKind, id: string) => `answer-${kind}-${id}`

/** The ways in besides the password, and which of them stay. */
export type KeptProps = Pick<
  AccountProps,
  'now' | 'passkeys' | 'wallets' | 'recoveryCodes' | 'keeping'
> & {
  email: Pick<AccountProps['email'], 'verified'> & { verifiedAt?: Date | undefined }
  /** The authenticator app, if the form asks about it. */
  app?: AccountProps['totp']
  /** The earlier address, while its reader claims the account: the form asks which address is the account's. */
  claimAddress?: string
  /** The time since which added ways are marked as recent. */
  recentSince?: Date | undefined
  /** Whether the owner has locked the account: they must then decide about everything recent. */
  isLocked?: boolean
}

/**
 * Renders the choices. All boxes are checked at first, so that a single click removes nothing. The form posts what to
 * keep, so that a method added while it is open is removed.
 */
export function waysToKeep(props: KeptProps): Content {
  const choices = choicesOf(props)
  const others = choices.filter((choice) => !isAsked(props, choice))
  return [
    whichAddress(props),
    choices
      .filter((choice) => isAsked(props, choice))
      .map((choice, at) => question(props, choice, `recent-${at}`)),
    others.length === 0
      ? ''
      : html`<fieldset class="field" aria-describedby="keep-hint">
          <legend>Keep these ways into your account</legend>
          <p class="hint" id="keep-hint">What you uncheck is removed.</p>
          ${others.map((choice) => checkbox(props, choice))}
        </fieldset>`,
  ]
}

/** The ways in that the form removes, in words: `the passkey Phone`. */
export function removedWays(props: KeptProps): string[] {
  const removed = choicesOf(props).filter(({ name }) => props.keeping?.get(name) !== 'keep')
  const address = props.claimAddress && props.email.verified
  const losesAddress = address !== undefined && address !== props.keeping?.get(ADDRESS)
  return [...removed.map(({ words }) => words), ...(losesAddress ? [addressWords(address)] : [])]
}

/** Whether the form leaves out a required choice. */
export function isUndecided(props: KeptProps): boolean {
  if (isAddressMissing(props)) return true
  const asked = choicesOf(props).filter((choice) => isAsked(props, choice))
  return asked.some(({ name }) => props.keeping?.get(name) === undefined)
}

const isAddressMissing = (props: KeptProps): boolean =>
  props.claimAddress !== undefined &&
  !addressChoices(props).some(({ value }) => value === props.keeping?.get(ADDRESS))

function whichAddress(props: KeptProps): Content {
  const { claimAddress, keeping } = props
  if (claimAddress === undefined) return ''
  const error = keeping && isAddressMissing(props) ? 'Choose one.' : undefined
  return addressQuestion(addressChoices(props), { chosen: keeping?.get(ADDRESS), error })
}

function addressChoices({ claimAddress, email }: KeptProps): AddressChoice[] {
  const choices = [
    { address: claimAddress, about: 'It becomes the address of the account again' },
    { address: email.verified, about: 'It stays the address of the account' },
  ].flatMap(({ address, about }) =>
    address === undefined ? [] : [{ value: address, title: address, about }],
  )
  const title = choices.length === 1 ? 'Not this one' : 'Neither'
  return [...choices, { value: '', title, about: 'The account has no address' }]
}

const isRecent = ({ recentSince }: KeptProps, { addedAt }: Way): boolean =>
  recentSince !== undefined && addedAt !== undefined && addedAt >= recentSince

const isAsked = (props: KeptProps, way: Way): boolean =>
  props.isLocked === true && isRecent(props, way)

const choicesOf = (props: KeptProps): Choice[] =>
  [
    ...passkeyWays(props),
    ...walletWays(props),
    ...recoveryWays(props),
    ...emailWays(props),
    ...appWays(props),
  ].map((way) => {
    const nameOf = isAsked(props, way) ? answerName : keepName
    return { ...way, name: nameOf(way.kind, way.id) }
  })

interface Way {
  kind: KeptKind
  id: string
  addedAt: Date | undefined
  title: Content
  about: Content
  /** The way in as part of a sentence. */
  words: string
}

type Choice = Way & { name: string }

const passkeyWays = ({ now, passkeys }: KeptProps): Way[] =>
  passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    kind: 'passkey',
    id,
    addedAt: createdAt,
    title: ['Passkey ', name],
    about: [
      html`Added ${day(createdAt)}`,
      lastUsedAt ? html` · last used ${ago(lastUsedAt, now)}` : ' · not used yet',
    ],
    words: `the passkey ${name}`,
  }))

const walletWays = ({ wallets }: KeptProps): Way[] =>
  wallets
    .filter(({ signsIn }) => signsIn)
    .map(({ id, address, linkedAt }) => ({
      kind: 'wallet',
      id,
      addedAt: linkedAt,
      title: ['Wallet ', html`<code>${address}</code>`],
      about: html`Linked ${day(linkedAt)}`,
      words: `the wallet ${address}`,
    }))

const recoveryWays = ({ recoveryCodes: { createdAt } }: KeptProps): Way[] =>
  createdAt === null
    ? []
    : [
        {
          kind: 'recovery',
          id: createdAt.toISOString(),
          addedAt: createdAt,
          title: 'Recovery codes',
          about: html`Made ${day(createdAt)}`,
          words: 'the recovery codes',
        },
      ]

const addressWords = (address: string) => `the e-mail address ${address}`

const emailWays = ({ claimAddress, email }: KeptProps): Way[] =>
  email.verified === undefined || claimAddress !== undefined
    ? []
    : [
        {
          kind: 'email',
          id: email.verified,
          addedAt: email.verifiedAt,
          title: ['E-mail address ', html`<code>${email.verified}</code>`],
          about: 'Mail to it sets a new password',
          words: addressWords(email.verified),
        },
      ]

const appWays = ({ app }: KeptProps): Way[] =>
  app
    ? [
        {
          kind: 'totp',
          id: app.confirmedAt.toISOString(),
          addedAt: app.confirmedAt,
          title: 'Authenticator app',
          about: html`Set up ${day(app.confirmedAt)}`,
          words: 'the authenticator app',
        },
      ]
    : []

function checkbox(props: KeptProps, choice: Choice): Html {
  const { name, title, about } = choice
  const isKept = props.keeping === undefined || props.keeping.get(name) === 'keep'
  return html`<label class="choice">
    <input type="checkbox" name="${name}" value="keep" ${isKept ? 'checked' : ''} />
    <span
      >${title} ${isRecent(props, choice) ? html`<strong class="badge">New</strong>` : ''}
      <small>${about}</small></span
    >
  </label>`
}

/** Asks about a way in, with no choice preselected: one click must not keep a thief's or remove the owner's. */
function question({ keeping }: KeptProps, { name, title, about }: Choice, id: string): Html {
  const chosen = keeping?.get(name)
  const error = keeping && chosen === undefined ? 'Say whether it is yours.' : undefined
  const remarked = { name: id, hint: 'It is new. If you did not add it, somebody else has.', error }
  const answer = (value: string, text: string) =>
    html`<label class="choice">
      ${radio(name, value, chosen)}
      <span>${text}</span>
    </label>`
  return html`<fieldset class="field" ${describedBy(remarked)}>
    <legend>${title}</legend>
    <p class="hint">${about}</p>
    ${remarks(remarked)} ${answer('keep', 'It is mine: keep it')}
    ${answer('remove', 'It is not mine: remove it')}
  </fieldset>`
}
