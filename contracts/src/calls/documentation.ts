import { call } from './call.ts'

export const documentationCalls = {
  openApi: call({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description of all calls, as OpenAPI 3.1',
    may: 'everyone',
    limit: 'query',
  }),
  page: call({
    method: 'GET',
    path: '/api/docs',
    summary: 'The same as a page to read',
    may: 'everyone',
    limit: 'query',
  }),
  style: call({
    method: 'GET',
    path: '/api/docs/page.css',
    summary: 'The look of that page',
    may: 'everyone',
    limit: 'query',
  }),
}
