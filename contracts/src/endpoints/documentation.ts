import { defineEndpoint } from './endpoint-definition.ts'

export const documentationEndpoints = {
  openApi: defineEndpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description of all calls, as OpenAPI 3.1',
    access: 'everyone',
    limit: 'query',
  }),
  page: defineEndpoint({
    method: 'GET',
    path: '/api/docs',
    summary: 'The same as a page to read',
    access: 'everyone',
    limit: 'query',
  }),
  style: defineEndpoint({
    method: 'GET',
    path: '/api/docs/page.css',
    summary: 'The look of that page',
    access: 'everyone',
    limit: 'query',
  }),
}
