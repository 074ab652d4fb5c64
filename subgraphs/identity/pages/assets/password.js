// @ts-check
// Adds a button that shows a password, and tells whether the server would accept a new one.

const MIN_LENGTH = 12
const PAUSE_MS = 400

for (const input of document.querySelectorAll('input[type=password]')) {
  if (input instanceof HTMLInputElement) enhance(input)
}

/** @param {HTMLInputElement} input */
function enhance(input) {
  addShowButton(input)
  const judgeUrl = input.dataset.judgeUrl
  if (judgeUrl !== undefined) tellStrength(input, judgeUrl)
}

/** @param {HTMLInputElement} input */
function addShowButton(input) {
  const frame = document.createElement('div')
  frame.className = 'password'
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-controls', input.id)
  const label = () => {
    const verb = input.type === 'password' ? 'Show' : 'Hide'
    const what = document.createElement('span')
    what.className = 'unseen'
    what.textContent = ' what is typed'
    button.replaceChildren(verb, what)
  }
  button.addEventListener('click', () => {
    input.type = input.type === 'password' ? 'text' : 'password'
    label()
  })
  // Hidden before sending, because browsers remember the text of a field that is no password field by then.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
    label()
  })
  label()
  input.replaceWith(frame)
  frame.append(input, button)
}

/**
 * @param {HTMLInputElement} input
 * @param {string} judgeUrl
 */
function tellStrength(input, judgeUrl) {
  const verdict = document.createElement('p')
  verdict.className = 'strength'
  verdict.setAttribute('role', 'status')
  input.closest('.field')?.append(verdict)
  let timer = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    verdict.className = 'strength'
    const { length } = Array.from(input.value)
    verdict.textContent =
      length === 0 || length >= MIN_LENGTH ? '' : `${length} of ${MIN_LENGTH} characters`
    if (length >= MIN_LENGTH)
      timer = window.setTimeout(() => void judge(input, judgeUrl, verdict), PAUSE_MS)
  })
}

/**
 * Shows the estimate of the server. Without a response, shows nothing: the form is checked again when it is sent.
 * @param {HTMLInputElement} input
 * @param {string} judgeUrl
 * @param {HTMLElement} verdict
 */
async function judge(input, judgeUrl, verdict) {
  const password = input.value
  const fields = new FormData(input.form ?? undefined)
  const text = (/** @type {string} */ name) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  const body = { csrf: text('csrf'), username: text('username'), displayName: text('displayName') }
  const response = await fetch(judgeUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ ...body, password }),
  }).catch(() => undefined)
  if (!response?.ok) return
  const { message } = await response.json()
  // The password has changed since, and is checked separately.
  if (input.value !== password) return
  verdict.textContent = message ?? 'Hard to guess.'
  verdict.className = message === null ? 'strength good' : 'strength weak'
}
