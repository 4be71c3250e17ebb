/** Nothing that could end a header, begin a list or a comment, or be taken for a quoted text. */
const name = /[^\s\p{C}@"'`<>()[\],;:\\]{1,64}/u
const label = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u
const address = new RegExp(`^${name.source}@${label.source}(?:\\.${label.source})*$`, 'u')

/** Whether a text is exactly one address to which a mail can be sent. */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && address.test(text)
