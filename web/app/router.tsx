import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { CrashScreen } from "./crash-screen.tsx";
import { Root } from "./root.tsx";

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import("#web/routes/not-found.tsx"), "NotFoundPage"),
  errorComponent: CrashScreen,
});

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/auth", replace: true });
  },
});

const auth = createRoute({
  getParentRoute: () => root,
  path: "/auth",
  component: lazyRouteComponent(() => import("#web/routes/auth.tsx"), "AuthPage"),
});

const systemAdmin = createRoute({
  getParentRoute: () => root,
  path: "/system-admin",
  component: lazyRouteComponent(() => import("#web/routes/system-admin/layout.tsx"), "SystemAdminLayout"),
});

const orgAdmin = createRoute({
  getParentRoute: () => root,
  path: "/org-admin",
  component: lazyRouteComponent(() => import("#web/routes/org-admin/layout.tsx"), "OrgAdminLayout"),
});

const system = () => systemAdmin;
const org = () => orgAdmin;

const systemPages = [
  createRoute({
    getParentRoute: system,
    path: "/",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/overview.tsx"), "SystemOverviewPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/organizations",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/organizations.tsx"), "OrganizationsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/controllers",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/controllers.tsx"), "ControllersPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/end-users",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/end-users.tsx"), "AllEndUsersPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/end-users/import",
    component: lazyRouteComponent(() => import("#web/routes/import-people.tsx"), "ImportPeoplePage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/end-users/$person",
    component: lazyRouteComponent(() => import("#web/routes/person-data.tsx"), "PersonDataPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/access-logs",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/access-logs.tsx"), "AccessLogsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/groups",
    component: lazyRouteComponent(() => import("#web/routes/groups.tsx"), "GroupsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/schedules",
    component: lazyRouteComponent(() => import("#web/routes/schedules.tsx"), "SchedulesPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/who",
    component: lazyRouteComponent(() => import("#web/routes/who.tsx"), "WhoPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/doors",
    component: lazyRouteComponent(() => import("#web/routes/doors.tsx"), "DoorsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/plates",
    component: lazyRouteComponent(() => import("#web/routes/plates.tsx"), "PlatesPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/admins",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/admins.tsx"), "AdminsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/sync",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/sync.tsx"), "SystemSyncPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/operations",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/operations.tsx"), "OperationsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/events",
    component: lazyRouteComponent(() => import("#web/routes/system-admin/events.tsx"), "SystemEventsPage"),
  }),
  createRoute({
    getParentRoute: system,
    path: "/account",
    component: lazyRouteComponent(() => import("#web/routes/account.tsx"), "AccountPage"),
  }),
];

const orgPages = [
  createRoute({
    getParentRoute: org,
    path: "/",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/overview.tsx"), "OrgOverviewPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/end-users",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/end-users.tsx"), "EndUsersPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/end-users/import",
    component: lazyRouteComponent(() => import("#web/routes/import-people.tsx"), "ImportPeoplePage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/end-users/$person",
    component: lazyRouteComponent(() => import("#web/routes/person-data.tsx"), "PersonDataPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/access-logs",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/access-logs.tsx"), "OrgAccessLogsPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/permissions",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/permissions.tsx"), "PermissionsPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/groups",
    component: lazyRouteComponent(() => import("#web/routes/groups.tsx"), "GroupsPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/schedules",
    component: lazyRouteComponent(() => import("#web/routes/schedules.tsx"), "SchedulesPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/who",
    component: lazyRouteComponent(() => import("#web/routes/who.tsx"), "WhoPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/doors",
    component: lazyRouteComponent(() => import("#web/routes/doors.tsx"), "DoorsPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/plates",
    component: lazyRouteComponent(() => import("#web/routes/plates.tsx"), "PlatesPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/import",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/import.tsx"), "ImportPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/sync",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/sync.tsx"), "OrgSyncPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/events",
    component: lazyRouteComponent(() => import("#web/routes/org-admin/events.tsx"), "OrgEventsPage"),
  }),
  createRoute({
    getParentRoute: org,
    path: "/account",
    component: lazyRouteComponent(() => import("#web/routes/account.tsx"), "AccountPage"),
  }),
];

const routeTree = root.addChildren([index, auth, systemAdmin.addChildren(systemPages), orgAdmin.addChildren(orgPages)]);

export const router = createRouter({
  routeTree,
  // In an area, the layout's guard would otherwise send a signed-out person to /auth before the page is shown.
  notFoundMode: "root",
  defaultPreload: "intent",
  defaultPreloadDelay: 60,
  defaultErrorComponent: CrashScreen,
  // Pages show their own skeletons at once; a spinner between two pages would flicker.
  defaultPendingMs: 10_000,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
