import { expect, test } from 'vitest'
import { permissions } from '../team/permissions.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import type { Access } from './access.ts'
import { namedEndpoints } from './endpoints.ts'

/**
 * The endpoints of each access. The list repeats the definitions, so that an endpoint with a wrong access, and a new endpoint that is
 * missing here, fail a test.
 */
const namesByAccess: Readonly<Record<Access, string>> = {
  everyone: `
    accounts.signUp accounts.logIn passwordReset.forgotPassword passwordReset.resetPassword
    emailConfirmation.confirmEmail unsubscribe.page unsubscribe.unsubscribe social.providers
    social.github social.google social.githubCallback social.googleCallback secondStep.options
    secondStep.complete secondStep.passkeyOptions secondStep.passkey invitations.check
    ratings.ofProject leaderboard.showcase certificates.ofCode cards.project cards.participant
    cards.certificate documentation.openApi documentation.page documentation.style`,
  // These endpoints refuse a request with a token, so that a user who is logged in cannot use up an invitation.
  visitors: 'accounts.adminSignUp invitations.accept',
  'signed-in': `
    accounts.me accounts.changePassword accounts.logOut accounts.logOutEverywhere
    accounts.deleteAccount accounts.exportData sessions.mine sessions.end sessions.endOthers
    emailConfirmation.sendConfirmation twoFactor.state twoFactor.confirm twoFactor.confirmOptions
    twoFactor.setUpApp twoFactor.addApp twoFactor.removeApp twoFactor.passkeyOptions
    twoFactor.addPasskey twoFactor.renamePasskey twoFactor.removePasskey twoFactor.renewCodes
    profile.change profile.bookmarks profile.addBookmark profile.addBookmarks profile.removeBookmark
    publicProfile.one challenge.currentDay projects.change projects.withdraw projects.mine
    projects.one pictures.uploadProfileImage pictures.removeProfileImage ratings.mine reactions.like
    reactions.unlike reactions.comments reactions.postComment reactions.removeComment reactions.view
    leaderboard.board leaderboard.history leaderboard.points notifications.list notifications.read
    community.allData community.feed community.members discussions.list discussions.open
    discussions.one discussions.revise discussions.remove discussions.reply discussions.reviseReply
    discussions.removeReply`,
  participants: `
    push.key push.subscribe push.unsubscribe completions.complete completions.reopen
    completions.mine projects.uploadScreenshot projects.submit drafts.all drafts.save drafts.discard
    certificates.mine`,
  raters: 'ratings.submit',
  'self-or-admins': 'projects.ofUser projects.countOfUser',
  'view-admin-area': `
    sessions.ofUser people.list people.count people.countActive team.list options.current
    projects.all projects.count savedTexts.list statistics.cards statistics.reviews judging.overview
    judging.projects judging.standings judging.mine claims.all history.list history.one
    history.preview history.figures history.status backupKeys.list scoring.whatIf audit.list
    search.search`,
  'review-projects': `
    projects.reviewMany savedTexts.add savedTexts.change savedTexts.remove statistics.nextUnrated
    judging.declareConflict judging.withdrawConflict claims.claim claims.release`,
  // A participant may remove own texts, so handlers check it.
  'moderate-community': `
    reactions.hideComment reactions.showComment discussions.hide discussions.show
    discussions.hideReply discussions.showReply`,
  'run-challenge': `
    challenge.start challenge.changeSchedule challenge.cancelSchedule challenge.end
    challenge.undoEnd challenge.freeze challenge.cancelFreeze challenge.reveal options.change
    judging.addCalibration judging.removeCalibration scoring.apply scoring.undo`,
  'manage-backups': `
    history.reset history.restore history.create history.remove history.export history.previewImport
    history.import`,
  'trust-backups': 'backupKeys.accept backupKeys.remove',
  'manage-participants':
    'sessions.endAllOfUser people.setStatus participantImport.preview participantImport.import',
  'export-data': 'audit.download exports.users exports.projects exports.ratings exports.standings',
  'manage-webhooks': `
    webhooks.all webhooks.create webhooks.change webhooks.rotate webhooks.remove webhooks.ping
    webhooks.deliveries webhooks.sendAgain`,
  'view-health': 'health.health',
  'manage-team': 'team.setRole invitations.list invitations.create invitations.revoke',
  operators: 'operations.makeAdmin operations.resetTwoFactor operations.start operations.one',
}

/** The endpoints that do not answer with 200. */
const namesByStatus = {
  201: `
    accounts.signUp accounts.adminSignUp invitations.create invitations.accept projects.uploadScreenshot projects.submit
    pictures.uploadProfileImage reactions.postComment savedTexts.add history.create webhooks.create operations.start
    discussions.open discussions.reply`,
  302: 'unsubscribe.page social.github social.google social.githubCallback social.googleCallback',
}

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/).toSorted()
const namesWhere = (holds: (endpoint: EndpointDefinition) => boolean): readonly string[] =>
  namedEndpoints.flatMap(([name, endpoint]) => (holds(endpoint) ? [name] : [])).toSorted()

test.each(Object.entries(namesByAccess))('the endpoints for %s are those of the list', (access, names) => {
  expect(namesWhere((endpoint) => endpoint.access === access)).toEqual(wordsOf(names))
})

test.each(Object.entries(namesByStatus))(
  'the endpoints with the status %s are those of the list',
  (status, names) => {
    expect(namesWhere((endpoint) => String(endpoint.status) === status)).toEqual(wordsOf(names))
  },
)

test('everything below /api/admin needs a permission, and everything below /api/operations an operator', () => {
  const found = namesWhere(
    ({ path, access }) =>
      (path.startsWith('/api/admin/') && !Object.hasOwn(permissions, access)) ||
      (path.startsWith('/api/operations/') && access !== 'operators'),
  )
  expect(found).toEqual([])
})
