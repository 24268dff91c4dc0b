import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { User } from '../users.ts'

/** Makes an account and signs it in. */
export const registerUser = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  status: 201,
  isUpload: true,
  body: z.object({
    name: fields.name,
    age: fields.registerAge,
    gender: fields.gender,
    orientation: fields.orientation,
    username: fields.username,
    password: fields.password,
    selfie: z.optional(fields.selfieData),
  }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [409],
})

/** Signs in with username and password. One message and one timing for an unknown name and a wrong password. */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  body: z.object({ username: fields.loginUsername, password: fields.loginPassword }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [401],
})

/** Ends this session and its sockets; other sessions of the person go on. */
export const logout = endpoint({ method: 'POST', path: '/api/logout', headers: ['Set-Cookie'] })

/** Who is signed in. */
export const getUser = endpoint({ method: 'GET', path: '/api/user', response: User })

/** Changes what the body names, and nothing else. A new selfie gets a new path; `null` takes it away. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/user',
  isUpload: true,
  body: z.object({
    name: z.optional(fields.editName),
    age: z.optional(fields.editAge),
    gender: z.optional(fields.editGender),
    orientation: z.optional(fields.editOrientation),
    selfie: z.optional(fields.selfieData),
  }),
  response: User,
})

/** Is this username free? 200 while it is, 409 when it is taken; `Bob` is `bob`. */
export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/check-username',
  access: 'public',
  query: z.object({ username: fields.username }),
  response: z.object({ available: z.literal(true) }),
  errorResponses: [409],
})

/**
 * A photo as JPEG: whole, as wide as a phone, or as the small square of lists. 404 for blocked pairs and for versions that
 * are no longer shown.
 */
export const getSelfie = endpoint({
  method: 'GET',
  path: '/api/selfies/{userId}/{version}',
  status: 200,
  params: z.object({ userId: fields.pathId('Invalid user ID'), version: fields.pathId('Invalid version') }),
  query: z.object({
    /** Absent: the whole photo. */
    size: z.optional(z.enum(['medium', 'small'], 'Invalid size')),
  }),
  media: 'image/jpeg',
  headers: ['ETag'],
  errorResponses: [404],
})
