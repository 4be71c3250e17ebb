import { canonicalUsername } from './canonical-names.ts'

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
