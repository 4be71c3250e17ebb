// Endpoints of the documentation of the API.

import { get } from './endpoint-definition.ts'

export const documentationEndpoints = {
  openApi: get('/api/openapi.json', {
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'everyone',
  }),
  page: get('/api/docs', {
    summary: 'The API documentation as a web page',
    access: 'everyone',
  }),
  style: get('/api/docs/page.css', {
    summary: 'Style sheet of the documentation page',
    access: 'everyone',
  }),
}
