import { z } from 'zod/mini'

/**
 * A role with more rights than a member, an optional claim of the internal token. Services ignore unknown roles. An
 * admin may do whatever a moderator may.
 */
export const Role = z.enum(['moderator', 'admin'])
export type Role = z.infer<typeof Role>

/** Every user has one of these; a user stored without a role is a member. */
export const AssignedRole = z.enum(['member', 'moderator', 'admin'], 'Invalid role')
export type AssignedRole = z.infer<typeof AssignedRole>

/** True if a caller with this role may make a call that requires `needed`. */
export function hasRole(role: Role | undefined, needed: Role): boolean {
  return role === 'admin' || role === needed
}

/** A user and their role, for the PIN panel. */
export const UserRole = z.object({ userId: z.int(), username: z.string(), name: z.string(), role: AssignedRole })
export type UserRole = z.infer<typeof UserRole>
