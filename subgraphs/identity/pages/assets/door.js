// @ts-check
// The common part of sign-in methods with a script: shows the form and, when it is submitted, gets a challenge, lets
// the person sign it, and sends the signature. The file keeps its name, because pages of older processes load its URL.

/** An error with a message for the person. */
export class Refusal extends Error {}

/**
 * Shows the form and handles it. `ask` returns the fields that request a challenge; `sign` turns the response of the
 * server into the fields of the proof.
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
 * Runs one attempt at a time, and shows errors on the page. Returns whether it succeeded.
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
 * Requests the challenge to sign.
 * @param {HTMLFormElement} form
 * @param {object} fields
 */
export const challenge = (form, fields) => post(form, form.dataset.challengeUrl ?? '', fields)

/**
 * Sends the proof and opens the location in the response.
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
 * Opens a URL. If only the fragment differs, reloads, because the browser would stay on the outdated page.
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
