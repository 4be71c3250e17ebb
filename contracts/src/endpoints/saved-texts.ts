import {
  addSavedTextRequest,
  changeSavedTextRequest,
  deleteSavedTextRequest,
  savedTextResponse,
  savedTextsResponse,
} from '../api/admin/saved-texts.ts'
import { commandResponse } from '../api/responses.ts'
import { get, post, put, del } from './endpoint-definition.ts'
import { savedTextParams } from './path-parameters.ts'

/** Texts that all admins share and insert into rejections and feedback. */
export const savedTextEndpoints = {
  list: get('/api/admin/saved-texts', {
    summary: 'The saved reasons and the saved feedback, with how often they were used',
    access: 'view-admin-area',
    response: savedTextsResponse,
  }),
  add: post('/api/admin/saved-texts', {
    summary: 'Save a reason or feedback for all admins, up to 100 of each kind',
    access: 'review-projects',
    limit: 'saved-text',
    body: addSavedTextRequest,
    status: 201,
    response: savedTextResponse,
    errors: ['name-taken', 'saved-texts-full', 'conflict'],
  }),
  change: put('/api/admin/saved-texts/:savedTextId', {
    summary:
      'Change title and text; a version that another admin has changed since is refused, with the other text',
    access: 'review-projects',
    limit: 'saved-text',
    params: savedTextParams,
    body: changeSavedTextRequest,
    response: savedTextResponse,
    errors: ['saved-text-not-found', 'name-taken', 'changed-meanwhile', 'conflict'],
  }),
  remove: del('/api/admin/saved-texts/:savedTextId', {
    summary:
      'Delete a saved text; a version that another admin has changed since is refused, with the other text',
    access: 'review-projects',
    limit: 'saved-text',
    params: savedTextParams,
    body: deleteSavedTextRequest,
    response: commandResponse,
    errors: ['saved-text-not-found', 'changed-meanwhile', 'conflict'],
  }),
}
