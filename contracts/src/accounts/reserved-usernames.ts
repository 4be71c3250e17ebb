import { canonicalUsername } from './names.ts'

/** Usernames that would look like the product, its operator or a part of its addresses. Underscores do not count. */
const reservedUsernames: ReadonlySet<string> = new Set(
  `abuse account accounts admin administrator admins anonymous api auth billing contact deleted deletedparticipant
  everyone guest help hostmaster info judge judges jury legal login logout mail mailerdaemon me moderator moderators mod
  mods nobody noreply null official operator organizer organizers owner postmaster privacy root security settings signup
  staff superuser support sysadmin system team teamthirty thirty thirtyadmin thirtyofficial thirtysupport thirtyteam
  undefined unknown user users webmaster www`.split(/\s+/),
)

/** Whether a username is reserved, in any case, with or without underscores. */
export const isReservedUsername = (username: string): boolean =>
  reservedUsernames.has(canonicalUsername(username).replaceAll('_', ''))
