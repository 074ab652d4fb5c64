// @ts-check
// Posts the form of the page at once. Because the page has not loaded yet, the next one replaces it in the history.
document.forms[0]?.submit()
