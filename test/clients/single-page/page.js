// What the apps have in common: the settings that the server put into the page, and what they say.
export const settings = JSON.parse(document.getElementById('settings').textContent)

export function output(text) {
  document.querySelector('output').textContent = text
}
