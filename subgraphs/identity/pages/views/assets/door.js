// @ts-check
// What sign-in methods that need a script have in common: show the form, and when it is submitted, get
// a challenge, have the person sign it, and send the signature. The name is part of its address: pages
// of an older process load it, so it stays.

/** An error whose message is for the person to read. */
export class Refusal extends Error {}

/**
 * Shows the form and drives it. `ask` answers the fields to ask the challenge with, `sign` makes of
 * the server's answer the fields that prove who this is.
 * @param {HTMLFormElement} form
 * @param {{ask: () => Promise<object>, sign: (challenge: any) => Promise<object>}} steps
 */
export function openDoor(form, { ask, sign }) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(form, async () => enter(form, await sign(await challenge(form, await ask()))))
  })
}

/**
 * One try at a time. Errors are shown on the page. Returns whether it succeeded.
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} work
 */
export async function attempt(form, work) {
  if (form.ariaBusy === 'true') return false
  form.ariaBusy = 'true'
  show(form, '')
  try {
    await work()
    return true
  } catch (error) {
    show(form, error instanceof Refusal ? error.message : 'That did not work. Please try again.')
    return false
  } finally {
    form.ariaBusy = 'false'
  }
}

/**
 * What the server wants signed.
 * @param {HTMLFormElement} form
 * @param {object} fields
 */
export const challenge = (form, fields) => post(form, form.dataset.challengeUrl ?? '', fields)

/**
 * Hands the proof in and goes where the answer says.
 * @param {HTMLFormElement} form
 * @param {object} proof
 */
export async function enter(form, proof) {
  const { location } = await post(form, form.action, proof)
  go(new URL(location, document.baseURI))
}

/**
 * @param {HTMLFormElement} form
 * @param {string} url
 * @param {object} fields
 * @returns {Promise<any>}
 */
async function post(form, url, fields) {
  const csrf = new FormData(form).get('csrf')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ csrf, ...fields }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Refusal(answer.message)
  return answer
}

/**
 * Where only the fragment differs the browser would stay on this page, which is out of date.
 * @param {URL} target
 */
function go(target) {
  const page = (/** @type {URL | Location} */ url) => url.origin + url.pathname + url.search
  if (page(target) !== page(window.location)) return window.location.assign(target)
  history.replaceState(null, '', target)
  window.location.reload()
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function show(form, text) {
  const outcome = form.querySelector('.outcome')
  if (outcome) outcome.textContent = text
}
