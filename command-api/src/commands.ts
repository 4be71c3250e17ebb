import type { Redeem } from '@thirty/infra/http/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { passwords } from './accounts/password.ts'
import { accountEndpoints, type AccountDeps } from './accounts/endpoints.ts'
import { passwordNotice, passwordRemovedNotice } from './accounts/reset-notice.ts'
import { passwordResetEndpoints, type PasswordResetDeps } from './accounts/reset-endpoints.ts'
import { socialSignIn, type SocialSignInDeps } from './accounts/social/sign-in.ts'
import { challengeEndpoints, type ChallengeDeps } from './challenge/endpoints.ts'
import { discussionEndpoints, type DiscussionDeps } from './discussions/endpoints.ts'
import { completionEndpoints, type CompletionDeps } from './completions/endpoints.ts'
import { commands as commandsOn } from './handle.ts'
import { notificationEndpoints, type NotificationDeps } from './notifications/endpoints.ts'
import { pictureNames } from './picture-name.ts'
import { pictureRegister } from './picture-register.ts'
import { pictureEndpoints, type PictureDeps } from './pictures/endpoints.ts'
import { projectEndpoints, type ProjectDeps } from './projects/endpoints.ts'
import { ratingEndpoints, type RatingDeps } from './ratings/endpoints.ts'
import { reactionEndpoints } from './reactions/endpoints.ts'

/** What the concepts ask for, less what is made here. */
type Deps = Omit<
  AccountDeps &
    PasswordResetDeps &
    SocialSignInDeps &
    PictureDeps &
    ProjectDeps &
    RatingDeps &
    ChallengeDeps &
    CompletionDeps &
    DiscussionDeps &
    NotificationDeps,
  'commands' | 'passwords' | 'pictureNames' | 'pictures' | 'log'
> & {
  log: (AccountDeps & PasswordResetDeps & NotificationDeps)['log'] & Parameters<typeof commandsOn>[0]['log']
  media: Pick<Media, 'put'>
  /** A secret of this installation that stays the same. */
  secret: string
}

/** Everything that changes something, and what makes a session of the ticket of a social sign-in. */
export function commandSide({ secret, ...given }: Deps): { endpoints: Endpoint[]; redeem: Redeem } {
  const made = { ...given, commands: commandsOn(given), pictureNames: pictureNames(secret) }
  // One for all: it is what keeps hashing from starving the rest.
  const hashing = passwords()
  const deps = { ...made, pictures: pictureRegister(made) }
  const social = socialSignIn({ ...deps, secret, onPasswordRemoved: passwordRemovedNotice(deps) })
  const endpoints = [
    ...accountEndpoints({ ...deps, passwords: hashing, passwordNotice: passwordNotice(deps) }),
    ...passwordResetEndpoints({ ...deps, passwords: hashing }),
    ...pictureEndpoints(deps),
    ...projectEndpoints(deps),
    ...ratingEndpoints(deps),
    ...reactionEndpoints(deps),
    ...challengeEndpoints(deps),
    ...completionEndpoints(deps),
    ...notificationEndpoints(deps),
    ...discussionEndpoints(deps),
    ...social.endpoints,
  ]
  return { endpoints, redeem: social.redeem }
}
