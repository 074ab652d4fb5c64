// @ts-check
// Posts the form of the page at once. Before the page has loaded, this replaces it in the history.
document.forms[0]?.submit()
