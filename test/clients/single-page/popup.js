// An app with oidc-client-ts that signs in through a popup: one page, which is its callback, too.
import { UserManager } from 'oidc-client-ts-2'
import { output, settings } from './page.js'

const manager = new UserManager({ ...settings, loadUserInfo: true })

function button(text, work) {
  const made = document.createElement('button')
  made.textContent = text
  made.addEventListener('click', () => {
    work().catch((error) => output(`Failed: ${error.message}`))
  })
  document.querySelector('main').append(made)
}

button('Sign in', async () => {
  const user = await manager.signinPopup()
  output(`Welcome ${user.profile.preferred_username}`)
})
button('Renew', async () => {
  const before = await manager.getUser()
  const user = await manager.signinSilent()
  output(user.refresh_token === before.refresh_token ? 'The same' : 'Renewed')
})
button('Sign out', async () => {
  await manager.signoutPopup()
  output('Signed out')
})
if (location.search.includes('code=')) void manager.signinPopupCallback()
else if (window.opener) void manager.signoutPopupCallback()
