/**
 * Returns the nonce with which the content security policy of this page allows a style element, and gives it to the
 * library that locks the scrolling behind an open list. A prerendered page has no open list, and no nonce.
 */
export function styleNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  Object.assign(globalThis, { __webpack_nonce__: nonce })
  return nonce
}
