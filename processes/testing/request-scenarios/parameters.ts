// What the parameters of endpoints name in valid requests.

import type { ScenarioContext } from '../scenario.ts'

/** Invites a viewer. Returns the id of the invitation, and the token of its link. Old invitations are revoked, because their number is limited. */
export const invite = async ({ product, admin }: ScenarioContext) => {
  type Invitation = { id: string; state: string; link: string }
  type List = { invitations: Invitation[] }
  const { invitations } = await product.send<List>(admin, 'GET /api/admin/invitations')
  for (const { id } of invitations.filter(({ state }) => state === 'open').slice(20))
    await product.send(admin, `DELETE /api/admin/invitations/${id}`)
  const body = { role: 'viewer', days: 7 }
  type Created = { invitation: Invitation }
  const { invitation } = await product.send<Created>(admin, 'POST /api/admin/invitations', body)
  return { id: invitation.id, token: new URL(invitation.link).searchParams.get('token') ?? '' }
}

/** Deletes all webhooks, because an installation has at most 20. Returns the request for one whose receiver does not exist. */
export const newWebhook = async ({ product, admin }: ScenarioContext) => {
  const { webhooks } = await product.send<{ webhooks: { id: string }[] }>(admin, 'GET /api/admin/webhooks')
  for (const { id } of webhooks) await product.send(admin, `DELETE /api/admin/webhooks/${id}`)
  return { body: { address: 'https://hooks.example/', types: ['project.submitted'] } }
}

/** Makes what a parameter names. `made` are the parameters before it in the path. */
type MakeParameter = (
  context: ScenarioContext,
  made: Readonly<Record<string, string>>,
) => string | Promise<string>

/** By name, unless a scenario names something else: of the owner, or what an admin has just made. */
export const parameters: Readonly<Record<string, MakeParameter>> = {
  day: () => '3',
  user: ({ owner }) => owner.id,
  userId: ({ owner }) => owner.id,
  projectId: ({ product, owner }) => product.submitProject(owner),
  commentId: ({ product, owner }, { projectId = '' }) => product.postComment(owner, projectId),
  discussionId: ({ product, owner }) => product.openDiscussion(owner),
  replyId: ({ product, owner }, { discussionId = '' }) => product.postReply(owner, discussionId),
  code: ({ product, owner }) => product.certificateOf(owner),
  // The sender in another browser.
  sessionId: async ({ product, sender }) => (sender && (await product.logInElsewhere(sender))) ?? 'of-nobody',
  passkeyId: () => 'none',
  invitationId: async (context) => (await invite(context)).id,
  backupId: ({ product, admin }) => product.createBackup(admin),
  fingerprint: () => '0123456789abcdef'.repeat(2),
  webhookId: async (context) => {
    const { body } = await newWebhook(context)
    type Created = { webhook: string }
    return (await context.product.send<Created>(context.admin, 'POST /api/admin/webhooks', body)).webhook
  },
  deliveryId: async ({ product, admin }, { webhookId }) => {
    const endpoint = `POST /api/admin/webhooks/${webhookId}/ping`
    return (await product.send<{ delivery: string }>(admin, endpoint)).delivery
  },
  operationId: ({ product }) => product.finishedOperation(),
}
