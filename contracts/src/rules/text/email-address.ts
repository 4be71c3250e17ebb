/** No character that could end a header, start a list or a comment, or quote a text. */
const localPart = /[^\s\p{C}@"'`<>()[\],;:\\]{1,64}/u
const domainLabel = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u
const address = new RegExp(`^${localPart.source}@${domainLabel.source}(?:\\.${domainLabel.source})*$`, 'u')

/** Whether a text is exactly one deliverable email address. */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && address.test(text)
