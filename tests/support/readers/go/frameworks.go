package main

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
)

const (
	list         = "/v2/deployments"
	one          = "/v2/deployments/:id"
	repositories = "/v1/integrations/forge/codehost/:id/repos"
)

func onChi(patch reflect.Type) http.Handler {
	router := chi.NewRouter()
	router.Use(middleware.URLFormat, middleware.GetHead)
	router.Get("/v1/integrations/forge/codehost/{id}/repos", func(w http.ResponseWriter, r *http.Request) {
		seen(w, r, "list_repositories", chi.URLParam(r, "id"), "null")
	})
	router.Get(list, func(w http.ResponseWriter, r *http.Request) {
		seen(w, r, "list_deployments", "", "null")
	})
	router.Patch("/v2/deployments/{id}", func(w http.ResponseWriter, r *http.Request) {
		value := reflect.New(patch)
		if json.NewDecoder(r.Body).Decode(value.Interface()) != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		seen(w, r, "patch_deployment", chi.URLParam(r, "id"), written(value.Interface()))
	})
	return router
}

func onGin(patch reflect.Type) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.GET(repositories, func(c *gin.Context) {
		seen(c.Writer, c.Request, "list_repositories", c.Param("id"), "null")
	})
	router.GET(list, func(c *gin.Context) {
		seen(c.Writer, c.Request, "list_deployments", "", "null")
	})
	router.PATCH(one, func(c *gin.Context) {
		value := reflect.New(patch)
		if c.ShouldBindJSON(value.Interface()) != nil {
			c.Status(http.StatusBadRequest)
			return
		}
		seen(c.Writer, c.Request, "patch_deployment", c.Param("id"), written(value.Interface()))
	})
	return router
}

func onEcho(patch reflect.Type) http.Handler {
	router := echo.New()
	answer := func(operation string) echo.HandlerFunc {
		return func(c echo.Context) error {
			seen(c.Response(), c.Request(), operation, c.Param("id"), "null")
			return nil
		}
	}
	router.GET(repositories, answer("list_repositories"))
	router.GET(list, answer("list_deployments"))
	router.PATCH(one, func(c echo.Context) error {
		value := reflect.New(patch)
		if err := c.Bind(value.Interface()); err != nil {
			return err
		}
		seen(c.Response(), c.Request(), "patch_deployment", c.Param("id"), written(value.Interface()))
		return nil
	})
	return router
}

func onFiber(patch reflect.Type) *fiber.App {
	router := fiber.New(fiber.Config{DisableStartupMessage: true})
	answer := func(c *fiber.Ctx, operation, body string) error {
		c.Set("X-Read", told(operation, c.Params("id"), c.Queries()))
		c.Type("json")
		return c.SendString(body)
	}
	router.Get(repositories, func(c *fiber.Ctx) error { return answer(c, "list_repositories", "null") })
	router.Get(list, func(c *fiber.Ctx) error { return answer(c, "list_deployments", "null") })
	router.Patch(one, func(c *fiber.Ctx) error {
		value := reflect.New(patch)
		if err := c.BodyParser(value.Interface()); err != nil {
			return err
		}
		return answer(c, "patch_deployment", written(value.Interface()))
	})
	return router
}
