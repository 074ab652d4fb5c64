// The ways into an account besides its password, and the choice which of them to keep.
import type { KeptWays } from '../../domain/sign-in/ways-in.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import type { EmailAddress } from '../../tables.ts'
import type { AccountProps } from '../account/account-props.ts'
import { ADDRESS, addressQuestion, type AddressChoice } from '../claim/address-question.ts'
import { checkbox, choice, describedBy, radio, remarks } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { ago, day } from '../time.ts'

type KeptKind = 'passkey' | 'wallet' | 'recovery' | 'email' | 'totp'

/** The name of the checkbox that keeps a way in when the password changes. */
const keepName = (kind: KeptKind, id: string) => `keep-${kind}-${id}`

/** The name of the question about a way in. */
const answerName = (kind: KeptKind, id: string) => `answer-${kind}-${id}`

/** The ways in that a form keeps. */
export function keptWays(form: Parameters): KeptWays {
  const kept = [...form].filter(([, value]) => value === 'keep').map(([name]) => name)
  const idsOf = (kind: KeptKind) =>
    [keepName(kind, ''), answerName(kind, '')].flatMap((prefix) =>
      kept.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    )
  const address = form.get(ADDRESS)
  return {
    passkeys: idsOf('passkey'),
    wallets: idsOf('wallet'),
    recoveryCodes: idsOf('recovery'),
    addresses: [...idsOf('email'), ...(address ? [address] : [])],
    totp: idsOf('totp'),
  }
}

/** The ways in besides the password, and which of them stay. */
export type KeptProps = Pick<AccountProps, 'now' | 'passkeys' | 'wallets' | 'recoveryCodes'> & {
  /** The sent form, with `keep` for each method to keep. */
  keeping?: Parameters | undefined
  email: Pick<EmailAddress, 'address' | 'verifiedAt'> | undefined
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
          ${others.map((other) => keepBox(props, other))}
        </fieldset>`,
  ]
}

/** The ways in that the form removes, in words: `the passkey Phone`. */
export function removedWays(props: KeptProps): string[] {
  const removed = choicesOf(props).filter(({ name }) => props.keeping?.get(name) !== 'keep')
  const address = props.claimAddress && props.email?.address
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
    { address: email?.address, about: 'It stays the address of the account' },
  ].flatMap(({ address, about }) =>
    address === undefined ? [] : [{ value: address, title: address, about }],
  )
  const title = choices.length === 1 ? 'Not this one' : 'Neither'
  return [...choices, { value: '', title, about: 'The account has no address' }]
}

const isRecent = ({ recentSince }: KeptProps, { addedAt }: Way): boolean =>
  recentSince !== undefined && addedAt >= recentSince

const isAsked = (props: KeptProps, way: Way): boolean =>
  props.isLocked === true && isRecent(props, way)

const choicesOf = (props: KeptProps): Choice[] =>
  waysOf(props).map((way) => {
    const nameOf = isAsked(props, way) ? answerName : keepName
    return { ...way, name: nameOf(way.kind, way.id) }
  })

interface Way {
  kind: KeptKind
  id: string
  addedAt: Date
  title: Content
  about: Content
  /** The way in as part of a sentence. */
  words: string
}

type Choice = Way & { name: string }

function waysOf({ app, claimAddress, email, now, passkeys, recoveryCodes, wallets }: KeptProps) {
  const ways: Way[] = passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
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
  for (const { address, id, linkedAt } of wallets.filter(({ signsIn }) => signsIn)) {
    ways.push({
      kind: 'wallet',
      id,
      addedAt: linkedAt,
      title: ['Wallet ', html`<code>${address}</code>`],
      about: html`Linked ${day(linkedAt)}`,
      words: `the wallet ${address}`,
    })
  }
  const { createdAt } = recoveryCodes
  if (createdAt) {
    ways.push({
      kind: 'recovery',
      id: createdAt.toISOString(),
      addedAt: createdAt,
      title: 'Recovery codes',
      about: html`Made ${day(createdAt)}`,
      words: 'the recovery codes',
    })
  }
  if (email && claimAddress === undefined) {
    ways.push({
      kind: 'email',
      id: email.address,
      addedAt: email.verifiedAt,
      title: ['E-mail address ', html`<code>${email.address}</code>`],
      about: 'Mail to it sets a new password',
      words: addressWords(email.address),
    })
  }
  if (app) {
    ways.push({
      kind: 'totp',
      id: app.confirmedAt.toISOString(),
      addedAt: app.confirmedAt,
      title: 'Authenticator app',
      about: html`Set up ${day(app.confirmedAt)}`,
      words: 'the authenticator app',
    })
  }
  return ways
}

const addressWords = (address: string) => `the e-mail address ${address}`

function keepBox(props: KeptProps, way: Choice): Html {
  const isKept = props.keeping === undefined || props.keeping.get(way.name) === 'keep'
  const badge = isRecent(props, way) ? html` <strong class="badge">New</strong>` : ''
  return choice(checkbox(way.name, 'keep', isKept), [way.title, badge], way.about)
}

/** Asks about a way in, with no choice preselected: one click must not keep a thief's or remove the owner's. */
function question({ keeping }: KeptProps, { name, title, about }: Choice, id: string): Html {
  const chosen = keeping?.get(name)
  const error = keeping && chosen === undefined ? 'Say whether it is yours.' : undefined
  const remarked = { name: id, hint: 'It is new. If you did not add it, somebody else has.', error }
  return html`<fieldset class="field" ${describedBy(remarked)}>
    <legend>${title}</legend>
    <p class="hint">${about}</p>
    ${remarks(remarked)} ${choice(radio(name, 'keep', chosen), 'It is mine: keep it')}
    ${choice(radio(name, 'remove', chosen), 'It is not mine: remove it')}
  </fieldset>`
}
