import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { passwordHasher } from './accounts/password/password-hasher.ts'
import { accountHandlers, type AccountDeps } from './accounts/endpoints.ts'
import { passwordChangedNotifier, passwordRemovedNotifier } from './accounts/password/password-mails.ts'
import { passwordResetHandlers, type PasswordResetDeps } from './accounts/password-reset/endpoints.ts'
import { socialSignIn, type SocialSignInDeps } from './accounts/social-sign-in/endpoints.ts'
import { challengeHandlers, type ChallengeDeps } from './challenge/endpoints.ts'
import { discussionHandlers, type DiscussionDeps } from './discussions/endpoints.ts'
import { completionHandlers, type CompletionDeps } from './completions/endpoints.ts'
import { createCommands as commandsOn } from './handle.ts'
import { notificationHandlers, type NotificationDeps } from './notifications/endpoints.ts'
import { imageNames } from './images/image-names.ts'
import { imageRegistry } from './images/image-registry.ts'
import { profileImageHandlers, type ProfileImageDeps } from './images/profile-image/endpoints.ts'
import { projectHandlers, type ProjectDeps } from './projects/endpoints.ts'
import { ratingHandlers, type RatingDeps } from './ratings/endpoints.ts'
import { reactionHandlers } from './reactions/endpoints.ts'

/** What the concepts ask for, less what is made here. */
type Deps = Omit<
  AccountDeps &
    PasswordResetDeps &
    SocialSignInDeps &
    ProfileImageDeps &
    ProjectDeps &
    RatingDeps &
    ChallengeDeps &
    CompletionDeps &
    DiscussionDeps &
    NotificationDeps,
  'commands' | 'passwords' | 'imageNames' | 'images' | 'log'
> & {
  log: (AccountDeps & PasswordResetDeps & NotificationDeps)['log'] & Parameters<typeof commandsOn>[0]['log']
  media: Pick<Media, 'put'>
  /** A secret of this installation that stays the same. */
  secret: string
}

/** Everything that changes something, and what makes a session of the ticket of a social sign-in. */
export function commandApi({ secret, ...given }: Deps): {
  endpoints: Endpoint[]
  redeem: RedeemOneTimeToken
} {
  const made = { ...given, commands: commandsOn(given), imageNames: imageNames(secret) }
  // One for all: it is what keeps hashing from starving the rest.
  const hashing = passwordHasher()
  const deps = { ...made, images: imageRegistry(made) }
  const social = socialSignIn({ ...deps, secret, onPasswordRemoved: passwordRemovedNotifier(deps) })
  const endpoints = [
    ...accountHandlers({ ...deps, passwords: hashing, onPasswordChanged: passwordChangedNotifier(deps) }),
    ...passwordResetHandlers({ ...deps, passwords: hashing }),
    ...profileImageHandlers(deps),
    ...projectHandlers(deps),
    ...ratingHandlers(deps),
    ...reactionHandlers(deps),
    ...challengeHandlers(deps),
    ...completionHandlers(deps),
    ...notificationHandlers(deps),
    ...discussionHandlers(deps),
    ...social.endpoints,
  ]
  return { endpoints, redeem: social.redeem }
}
