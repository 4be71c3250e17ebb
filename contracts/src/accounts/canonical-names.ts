// The canonical forms of email addresses and usernames, in which they are compared, and usernames that nobody may have.

/**
 * Returns the form of an email address that is the same for all spellings of one account: composed, in lower case, and with the domain as
 * it is looked up, so that an international domain has one form, whether it is in its own letters or in ASCII (`xn--…`).
 */
export function canonicalEmail(email: string): string {
  const text = typedEmail(email)
  const at = text.lastIndexOf('@') + 1
  const domain = asciiDomain(text.slice(at))
  return domain === undefined || at === 0 ? text : text.slice(0, at) + domain
}

/** Whether two spellings are the address of one account. */
export const isSameEmail = (one: string, other: string): boolean =>
  canonicalEmail(one) === canonicalEmail(other)

/** Returns an email address as typed, composed and in lower case. Earlier versions knew an address by this form. */
export const typedEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/**
 * Returns a domain in the letters of ASCII, as it is looked up (UTS 46); `undefined` for a text that cannot be a domain. A domain in ASCII
 * comes back unchanged.
 */
export function asciiDomain(domain: string): string | undefined {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain
  // Characters that would end the host of the URL below, or be decoded in it.
  if (/[\s\p{C}/\\?#%:@[\]]/u.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  return new URL(`http://${domain}`).hostname
}

/** Returns the form of a username that is the same for all spellings of one account. */
export const canonicalUsername = (username: string): string => username.trim().toLowerCase()

/** Usernames that would look like the product, its operator or a part of its addresses. Underscores do not count. */
const forbiddenUsernames: ReadonlySet<string> = new Set(
  `abuse account accounts admin administrator admins anonymous api auth billing contact deleted deletedparticipant
  everyone guest help hostmaster info judge judges jury legal login logout mail mailerdaemon me moderator moderators mod
  mods nobody noreply null official operator organizer organizers owner postmaster privacy root security settings signup
  staff superuser support sysadmin system team teamthirty thirty thirtyadmin thirtyofficial thirtysupport thirtyteam
  undefined unknown user users webmaster www`.split(/\s+/),
)

/** Whether nobody may choose a username, in any case, with or without underscores. */
export const isForbiddenUsername = (username: string): boolean =>
  forbiddenUsernames.has(canonicalUsername(username).replaceAll('_', ''))
