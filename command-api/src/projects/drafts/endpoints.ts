import { draftEndpoints } from '@thirty/contracts/endpoints/projects/drafts.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { loadDrafts, removeDraft, saveDraft, type DraftDeps } from './drafts.ts'

/** Handlers for the drafts of the caller. Drafts are not events: they change often and are removed without a trace. */
export const draftHandlers = (deps: DraftDeps): Endpoint[] => [
  endpoint(draftEndpoints.all)(async ({ caller }) => ({
    success: true,
    drafts: [...(await loadDrafts(deps.personalDocuments, caller.id, deps.onUnreadableDrafts))],
  })),
  endpoint(draftEndpoints.save)(async ({ caller, params, body, request }) => {
    const userAgent = request.headers['user-agent']
    const draft = await saveDraft(deps, { ...body, user: caller.id, day: params.day, userAgent })
    return { success: true, draft }
  }),
  endpoint(draftEndpoints.discard)(async ({ caller, params, body }) => ({
    success: true,
    draft: await removeDraft(deps, caller.id, params.day, body.versions),
  })),
]
