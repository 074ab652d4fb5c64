// @ts-check
// Passkeys: signing in with the button or in the username field, confirming, adding one, and signing up with one.
import { attempt, challenge, enter, openDoor, Refusal } from './door.js'

const signInForm = find('passkey-sign-in')
const confirmForm = find('passkey-confirm')
const addForm = find('passkey-add')
const signUpForm = find('passkey-sign-up')
const capable = 'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {})

/** Ends the offer in the username field, because a browser shows one request at a time. */
let offer = new AbortController()

if (capable && signInForm) {
  openDoor(signInForm, {
    ask: async () => ({}),
    sign: ({ options }) => {
      offer.abort()
      return explained(() => use(options))
    },
  })
  void offerInField(signInForm)
}

if (capable && confirmForm) {
  openDoor(confirmForm, {
    ask: async () => ({}),
    sign: ({ options }) => explained(() => use(options)),
  })
}

if (capable && addForm) {
  openDoor(addForm, {
    ask: async () => ({}),
    sign: ({ options }) => explained(() => create(options, new FormData(addForm).get('name'))),
  })
}

if (capable && signUpForm) {
  /** The fields with which the challenge was requested. */
  let fields = {}
  openDoor(signUpForm, {
    ask: async () => (fields = joining()),
    sign: async ({ options, identityId }) => {
      const { credential } = await explained(() => create(options, null))
      return { ...fields, identityId, credential }
    },
  })
}

/** The fields of the sign-up form without the password. @throws Refusal if one is not filled in */
function joining() {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('form:has([name=house])'))
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  const wanted = controls.filter(({ name }) => name !== 'password')
  const wrong = wanted.find((control) => !control.checkValidity())
  wrong?.reportValidity()
  if (wrong) throw new Refusal('Fill in the fields above first.')
  return Object.fromEntries([...new FormData(form)].filter(([name]) => name !== 'password'))
}

/**
 * @param {string} does
 * @returns {HTMLFormElement | null}
 */
function find(does) {
  return document.querySelector(`form[data-does="${does}"]`)
}

/**
 * Lists the person's passkeys where the browser lists usernames.
 * @param {HTMLFormElement} form
 */
async function offerInField(form) {
  const proof = await chosenInField(form).catch(() => undefined)
  if (!proof) return
  const entered = await attempt(form, () => enter(form, proof))
  if (!entered) void offerInField(form)
}

/**
 * @param {HTMLFormElement} form
 */
async function chosenInField(form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  const { options } = await challenge(form, {})
  offer = new AbortController()
  return use(options, { mediation: 'conditional', signal: offer.signal })
}

/**
 * @param {PublicKeyCredentialRequestOptionsJSON} options
 * @param {CredentialRequestOptions} manner
 */
async function use(options, manner = {}) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return { credential: await navigator.credentials.get({ ...manner, publicKey }) }
}

/**
 * @param {PublicKeyCredentialCreationOptionsJSON} options
 * @param {FormDataEntryValue | null} name
 */
async function create(options, name) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return { credential: await navigator.credentials.create({ publicKey }), name }
}

/** Messages for errors of the browser (Web Authentication, 5.1). */
const MEANINGS = /** @type {Record<string, string>} */ ({
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address.',
})

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function explained(work) {
  try {
    return await work()
  } catch (error) {
    const meaning = error instanceof DOMException && MEANINGS[error.name]
    throw meaning ? new Refusal(meaning) : error
  }
}
