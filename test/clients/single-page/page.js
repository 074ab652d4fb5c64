// Shared by the apps: the settings that the server put into the page, and how they report their state.
export const settings = JSON.parse(document.getElementById('settings').textContent)

export function output(text) {
  document.querySelector('output').textContent = text
}
